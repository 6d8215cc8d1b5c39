from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.cli.command import Gardien, in_a_process
from tests.rules.oracle import House, enumerated

MERLIN = "risque --ca 17 --eff 15 --ca-encaissement 14"
GRAVITIES = ["aucune", "étourdi", "sonné", "légère", "grave", "critique", "fatale"]


def as_odds(rung: dict[str, Any]) -> tuple[int, Fraction | None, dict[str, int]]:
    """The successes, the mean Dom and the effects that can happen."""
    assert rung["reussite"][1] == 20
    assert {total for _, total in rung["blessures"].values()} == {400}
    effects = {name: count for name, (count, _) in rung["blessures"].items() if count}
    return rung["reussite"][0], rung["dom"] and Fraction(*rung["dom"]["moyen"]), effects


@pytest.mark.parametrize(
    ("diff", "successes", "dom", "effects"),
    [
        (0, 17, (-2, 6, 14), (165, 100, 75, 60)),
        (4, 13, (2, 8, 14), (91, 114, 95, 100)),
        (8, 9, (6, 10, 14), (45, 100, 115, 140)),
        (12, 5, (10, 12, 14), (15, 100, 105, 180)),
        (16, 1, (14, 14, 14), (1, 100, 100, 199)),
    ],
)
def test_the_ladder_gives_the_golden_values(
    gardien: Gardien,
    diff: int,
    successes: int,
    dom: tuple[int, int, int],
    effects: tuple[int, int, int, int],
) -> None:
    rung = gardien(MERLIN, "--json").document["lignes"][diff]
    least, mean, most = dom
    assert rung == {
        "diff": diff,
        "reussite": [successes, 20],
        "dom": {"min": least, "moyen": [mean, 1], "max": most},
        "blessures": {
            name: [count, 400] for name, count in zip(GRAVITIES, (*effects, 0, 0, 0), strict=True)
        },
    }


def test_the_document_has_the_keys_of_the_contract_in_order() -> None:
    document = in_a_process(MERLIN, "--json").document
    assert list(document) == ["lignes"]
    assert [rung["diff"] for rung in document["lignes"]] == list(range(20))
    for rung in document["lignes"]:
        assert list(rung) == ["diff", "reussite", "dom", "blessures"]
        assert list(rung["blessures"]) == GRAVITIES
    assert list(document["lignes"][0]["dom"]) == ["min", "moyen", "max"]


def test_a_mean_is_an_exact_fraction(gardien: Gardien) -> None:
    assert gardien(MERLIN, "--json").document["lignes"][7]["dom"]["moyen"] == [19, 2]


def test_one_diff_alone_can_be_asked_for(gardien: Gardien) -> None:
    whole = gardien(MERLIN, "--json").document["lignes"]
    assert gardien(MERLIN, "--json", "--diff", "8").document["lignes"] == [whole[8]]


@pytest.mark.parametrize("diff", ["17", "20", "999"])
def test_an_impossible_diff_has_no_dom(gardien: Gardien, diff: str) -> None:
    (rung,) = gardien(MERLIN, "--json", "--diff", diff).document["lignes"]
    assert rung["reussite"] == [0, 20]
    assert rung["dom"] is None
    assert sum(count for count, _ in rung["blessures"].values()) == 400


@pytest.mark.parametrize("exclue", [False, True])
@pytest.mark.parametrize("automatiques", [True, False])
@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize(("ca", "encaissement"), [(17, 14), (20, 1), (1, 20), (-3, 0)])
def test_every_flag_changes_the_odds_as_the_rule_says(
    gardien: Gardien, exclue: bool, automatiques: bool, called: bool, ca: int, encaissement: int
) -> None:
    words = f"risque --json --ca {ca} --eff 25 --ca-encaissement {encaissement}"
    words += f" --borne-ca {'exclue' if exclue else 'incluse'}"
    words += f" --automatiques {'oui' if automatiques else 'non'}"
    words += " --lancer-quand-meme" if called else ""
    house = House(exclue, automatiques, called)
    for rung in gardien(words).document["lignes"]:
        expected = enumerated(ca, 25, encaissement, rung["diff"], house)
        assert as_odds(rung) == (expected.successes, expected.mean, expected.effects)


def test_the_ladder_reads_as_aligned_columns(gardien: Gardien) -> None:
    answer = gardien(MERLIN)
    heading, blank, header, *rows = answer.out.splitlines()
    assert heading == "CA 17 · Eff 15 · encaissement 14"
    assert blank == ""
    assert " ".join(header.split()) == (
        "Diff réussite Dom min · moy · max aucune étourdi sonné légère"
    )
    assert len(rows) == 20
    assert {len(row) for row in rows} == {len(header)}
    assert " ".join(rows[8].split()) == "8 9/20 45 % 6 · 10 · 14 11 % 25 % 29 % 35 %"
    assert " ".join(rows[7].split()) == "7 10/20 50 % 5 · 9,5 · 14 14 % 26 % 28 % 33 %"
    assert " ".join(rows[19].split()) == "19 0/20 0 % — 0 % 25 % 25 % 50 %"


def test_effects_that_cannot_happen_have_no_column(gardien: Gardien) -> None:
    out = gardien("risque --ca 17 --eff 45 --ca-encaissement 1").out
    assert [name for name in GRAVITIES if name in out] == ["grave", "critique", "fatale"]
