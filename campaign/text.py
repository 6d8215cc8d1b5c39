"""What a user typed is data: it is cleaned once, where it enters, so that it can do no harm anywhere."""

import unicodedata
from functools import lru_cache

from campaign.refusals import Refusal, Refused

NAME_LENGTH = 60
"""The longest name, in characters."""
NOTE_LENGTH = 2000
"""The longest note, in characters: an event stays small."""

_VARIATION_SELECTORS = {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x20E3)
}
_COMMANDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_SKIN_TONES = {chr(code) for code in range(0x1F3FB, 0x1F400)}
_MODIFIERS = dict.fromkeys(map(ord, _VARIATION_SELECTORS | _SKIN_TONES))
_AS_TYPED = str.maketrans(
    {
        "œ": "oe",
        "æ": "ae",
        **dict.fromkeys("’‘‛ʼ", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‐‒–—−", "-"),
    }
)


def clean(text: str) -> str:
    """Return `text` as one line in NFC, without what a terminal would obey or measure differently.

    Control and format characters (escape, NUL, bidi marks, joiners), lone surrogates, private and unassigned
    characters, variation selectors and skin tones are left out; white space becomes single spaces.
    """
    spaced = " ".join(text.split())
    harmful = {ord(char): None for char in set(spaced) if not _is_harmless(char)}
    kept = spaced.translate(harmful) if harmful else spaced
    return " ".join(unicodedata.normalize("NFC", kept).split())


def clean_lines(text: str) -> str:
    """Return `text` with each of its lines cleaned, and its line breaks."""
    return "\n".join(clean(line) for line in text.splitlines())


def composed(text: str) -> str:
    """Return `text` in NFC, without what only changes how the sign before it is drawn, as `clean` will leave it out."""
    return unicodedata.normalize("NFC", text.translate(_MODIFIERS))


def clean_name(text: str, what: str, longest: int = NAME_LENGTH) -> str:
    """Return `text` cleaned.

    Raises:
        Refused: nothing visible is left of it, or it is longer than `longest`; `what` names it in the sentence.
    """
    cleaned = clean(text)
    if all(unicodedata.category(char)[0] in "MZ" for char in cleaned):
        raise Refused(Refusal.EMPTY, what=what)
    if len(cleaned) > longest:
        raise Refused(Refusal.TOO_LONG, what=what, length=len(cleaned), longest=longest)
    return cleaned


def clean_title(text: str) -> str:
    """Return a title cleaned; one in which nothing is left is none at all.

    Raises:
        Refused: it is longer than a name may be, or nothing in it is visible.
    """
    return clean_name(text, "titre") if clean(text) else ""


@lru_cache(maxsize=4096)  # a campaign has few letters, and an export cleans them by the million
def _is_harmless(char: str) -> bool:
    return (
        unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
        and char not in _VARIATION_SELECTORS
        and char not in _SKIN_TONES
    )


def is_inert(text: str) -> bool:
    """Return whether nothing in `text` commands a terminal or breaks a line: all that `clean` returns is so.

    It asks less than `clean` does, and nothing that another edition of Unicode would answer otherwise.
    """
    return text.isprintable() or not any(unicodedata.category(each) in _COMMANDING for each in text)


def fold_case(text: str) -> str:
    """Return `text` for comparing and sorting: case and accents ignored, œ as oe, æ as ae.

    Apostrophes, quotation marks and hyphens are as a keyboard has them, whatever is drawn.
    """
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    unspaced = plain.replace("« ", "«").replace(" »", "»")
    return unspaced.translate(_AS_TYPED)


def of(name: str) -> str:
    """Return "de" and a name, elided before a vowel: "de Merlin", "d’Éloïse"."""
    return f"d’{name}" if fold_case(name[:1])[:1] in tuple("aeiouy") else f"de {name}"
