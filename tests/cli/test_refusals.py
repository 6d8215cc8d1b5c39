"""A wrong word gets one French sentence on standard error, nothing on standard output, and exit code 2."""

from __future__ import annotations

import re

import pytest

from tests.cli.command import EXAMPLE_2_10, Gardien, in_a_process

ENGLISH = re.compile(
    r"\b(usage:|error|try|help for|no such|missing|invalid|value|option [^—]*requires|argument|"
    r"choose|unexpected|extra|got|does not|is not|range|did you mean|traceback|aborted|command)\b",
    re.IGNORECASE,
)
NUMBERS = ["--ca", "--diff", "--eff", "--de", "--ca-encaissement", "--de-encaissement"]
NOT_NUMBERS = [
    "",
    " ",
    "abc",
    "1.5",
    "1,5",
    "1e3",
    "１２",
    "٣",
    "0x10",
    "1_000",
    "--json",
    "&é",
    "[/b]",
    "\x1b[31m12",
    "12\n13",
    "\udce9",
    "9" * 10_000,
]


@pytest.mark.parametrize("typed", NOT_NUMBERS, ids=lambda typed: ascii(typed)[:16])
@pytest.mark.parametrize("flag", NUMBERS)
def test_what_is_no_number_is_refused_with_the_range(
    gardien: Gardien, flag: str, typed: str
) -> None:
    sentence = gardien(EXAMPLE_2_10, flag, typed).refusal
    low, high = {"--ca": "−999", "--ca-encaissement": "−999"}.get(flag, "0"), "999"
    if flag.startswith("--de"):
        low, high = "1", "20"
    assert sentence.startswith(f"{flag} : ")
    assert sentence.endswith(f" un nombre entier de {low} à {high}.")
    assert sentence.isprintable()
    assert len(sentence) < 150


@pytest.mark.parametrize(
    ("flag", "typed", "sentence"),
    [
        ("--ca", "1000", "CA : 1000 est hors limites, il faut un nombre de −999 à 999."),
        ("--ca", "-1000", "CA : −1000 est hors limites, il faut un nombre de −999 à 999."),
        ("--eff", "-1", "Eff : −1 est hors limites, il faut un nombre de 0 à 999."),
        ("--eff", "1000", "Eff : 1000 est hors limites, il faut un nombre de 0 à 999."),
        ("--diff", "1000", "Diff : 1000 est hors limites, il faut un nombre de 0 à 999."),
        (
            "--diff",
            "-1",
            "Diff : −1 est négatif, ce qui n’a de sens qu’avec le dé critique ; il faut 0 ou plus.",
        ),
        ("--de", "0", "Dé : 0 est hors limites, il faut un nombre de 1 à 20."),
        ("--de", "21", "Dé : 21 est hors limites, il faut un nombre de 1 à 20."),
        (
            "--de-encaissement",
            "21",
            "Dé d’encaissement : 21 est hors limites, il faut un nombre de 1 à 20.",
        ),
        (
            "--ca-encaissement",
            "1000",
            "CA d’encaissement : 1000 est hors limites, il faut un nombre de −999 à 999.",
        ),
    ],
)
def test_a_number_out_of_range_is_refused(
    gardien: Gardien, flag: str, typed: str, sentence: str
) -> None:
    assert gardien(EXAMPLE_2_10, flag, typed).refusal == sentence


def test_a_wrong_die_is_refused_even_where_it_would_decide_nothing(gardien: Gardien) -> None:
    words = "resoudre --ca 17 --diff 0 --eff 1 --de 12 --ca-encaissement 9 --de-encaissement 0"
    assert gardien(words).refusal.startswith("Dé d’encaissement : 0 ")


@pytest.mark.parametrize("flag", ["--ca", "--eff", "--ca-encaissement", "--diff"])
def test_the_ladder_refuses_the_same_numbers(gardien: Gardien, flag: str) -> None:
    words = "risque --ca 17 --eff 15 --ca-encaissement 14 --diff 8"
    assert gardien(words, flag, "1000").refusal.endswith(" à 999.")


ONE_NAME = "pour ouvrir une campagne, donnez son nom seul, entre guillemets s’il a des espaces."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("resoudre", "Il manque --ca : `gardien resoudre --help` montre ce qui est attendu."),
        ("resoudre --ca", "L’option --ca attend une valeur."),
        ("risque --json=oui", "L’option --json ne prend pas de valeur."),
        ("risque --cb 1", "L’option « --cb » n’existe pas : vouliez-vous dire --ca ?"),
        ("risque -x", "L’option « -x » n’existe pas."),
        ("--inconnue", "L’option « --inconnue » n’existe pas."),
        ("--\x1b[31m", "L’option « --[31m » n’existe pas."),
        (
            f"{EXAMPLE_2_10} --borne-ca peut-être",
            "--borne-ca : « peut-être » n’est pas reconnu, il faut incluse ou exclue.",
        ),
        (
            f"{EXAMPLE_2_10} --pf-etourdi=",
            "--pf-etourdi : « » n’est pas reconnu, il faut tableau ou exemple.",
        ),
        (
            f"{EXAMPLE_2_10} de trop",
            "« de » est de trop : `gardien resoudre --help` montre ce qui est attendu.",
        ),
        (
            "resoudr --ca 17",
            f"« resoudr » n’est pas une commande (vouliez-vous dire resoudre ?) ; {ONE_NAME}",
        ),
        ("La tour de Brume", f"« La » n’est pas une commande ; {ONE_NAME}"),
        ("ouvrir", "Il manque NOM : `gardien ouvrir --help` montre ce qui est attendu."),
        (
            "ouvrir La tour",
            "« tour » est de trop : un nom avec des espaces se met entre guillemets.",
        ),
        ("--dossier", "L’option --dossier attend une valeur."),
        ("--dossier=", "--dossier : c’est vide, il faut un chemin."),
        ("--touches=", "--touches : c’est vide, il faut un chemin."),
    ],
)
def test_a_wrong_word_is_refused_in_one_french_sentence(
    gardien: Gardien, words: str, sentence: str
) -> None:
    refusal = gardien(words).refusal
    assert refusal == sentence
    assert not ENGLISH.search(refusal)


def test_bytes_that_are_not_utf8_are_refused_like_any_wrong_word() -> None:
    assert in_a_process("risque --ca", "\udce9").refusal.startswith("--ca : « » n’est pas")


@pytest.mark.parametrize(
    "line",
    [
        "--dossier ~personne/x verifier Brume",
        "restaurer --nouvelle ~personne/x.zip",
    ],
)
def test_the_home_of_somebody_unknown_is_refused_by_its_name(gardien: Gardien, line: str) -> None:
    assert gardien(line).refusal.endswith(" : ce dossier personnel est inconnu.")
