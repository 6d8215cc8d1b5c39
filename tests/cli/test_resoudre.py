from __future__ import annotations

import pytest

from campaign.steps import REASONS
from rules.calculation import Reason
from tests.cli.command import EXAMPLE_2_10, Gardien, in_a_process

MERLIN = "resoudre --json --ca 17 --eff 15 --ca-encaissement 14"
KEYS = "reussite degre dom encaissement dom_effectif blessure pf limite etapes"


def test_example_2_10_gives_the_steps_and_numbers_of_the_book() -> None:
    document = in_a_process(EXAMPLE_2_10, "--json").document
    assert " ".join(document) == KEYS
    assert document == {
        "reussite": True,
        "degre": 12,
        "dom": 11,
        "encaissement": {"reussite": True, "degre": 7},
        "dom_effectif": 4,
        "blessure": "étourdi",
        "pf": 0,
        "limite": 0,
        "etapes": [
            {"libelle": "CA", "formule": "17", "resultat": "17"},
            {"libelle": "Réussite", "formule": "8 < 12 ≤ 17", "resultat": "réussie, °R 12"},
            {"libelle": "Dom", "formule": "15 + 8 − 12", "resultat": "11"},
            {"libelle": "CA d’encaissement", "formule": "14", "resultat": "14"},
            {"libelle": "Encaissement", "formule": "7 ≤ 14", "resultat": "réussie, °R 7"},
            {"libelle": "Dom effectif", "formule": "11 − 7", "resultat": "4"},
            {"libelle": "Tableau 3.1", "formule": "1–5", "resultat": "étourdi, 0 PF"},
        ],
    }


def test_example_2_10_reads_as_aligned_lines(gardien: Gardien) -> None:
    answer = gardien(EXAMPLE_2_10)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        "CA                              17",
        "Réussite           8 < 12 ≤ 17  réussie, °R 12",
        "Dom                15 + 8 − 12  11",
        "CA d’encaissement               14",
        "Encaissement       7 ≤ 14       réussie, °R 7",
        "Dom effectif       11 − 7       4",
        "Tableau 3.1        1–5          étourdi, 0 PF",
    ]


@pytest.mark.parametrize(
    ("die", "dom"),
    [
        *((die, 15) for die in range(1, 9)),
        *((die, 15 + 8 - die) for die in range(9, 18)),
        *((die, 15) for die in range(18, 21)),
    ],
)
def test_at_diff_8_each_die_costs_what_the_rules_list(gardien: Gardien, die: int, dom: int) -> None:
    document = gardien(MERLIN, "--diff", "8", "--de", str(die), "--de-encaissement", "1").document
    assert document["dom"] == dom
    assert document["reussite"] is (9 <= die <= 17)
    assert document["degre"] == (die if 9 <= die <= 17 else None)


@pytest.mark.parametrize(
    ("effective", "blessure", "pf", "limite"),
    [
        (1, "étourdi", 0, 0),
        (5, "étourdi", 0, 0),
        (6, "sonné", 1, 0),
        (10, "sonné", 1, 0),
        (11, "légère", 3, 1),
        (20, "légère", 3, 1),
        (21, "grave", 5, 3),
        (30, "grave", 5, 3),
        (31, "critique", 10, 5),
        (40, "critique", 10, 5),
        (41, "fatale", 20, 10),
        (999, "fatale", 20, 10),
    ],
)
def test_a_dom_effectif_is_read_on_tableau_3_1(
    gardien: Gardien, effective: int, blessure: str, pf: int, limite: int
) -> None:
    failed = "resoudre --json --ca 1 --diff 0 --ca-encaissement 1"
    document = gardien(failed, "--eff", str(effective)).document
    assert document["dom_effectif"] == effective
    assert (document["blessure"], document["pf"], document["limite"]) == (blessure, pf, limite)


def test_a_limit_of_recovery_is_told_in_the_text(gardien: Gardien) -> None:
    out = gardien("resoudre --ca 1 --diff 0 --eff 25 --ca-encaissement 1").out
    effect, limit = out.splitlines()[-2:]
    assert effect.split("  ")[-1].strip() == "blessure grave, 5 PF"
    assert limit.split() == ["Limite", "de", "récupération", "3"]


@pytest.mark.parametrize("eff", ["16", "3"], ids=["Dom 0", "Dom −13"])
def test_no_encaissement_where_dom_is_not_positive(gardien: Gardien, eff: str) -> None:
    words = f"resoudre --json --ca 17 --diff 0 --eff {eff} --de 16 --ca-encaissement 14"
    document = gardien(words).document
    assert document["encaissement"] is None
    assert document["dom_effectif"] == document["dom"] == int(eff) - 16
    assert document["blessure"] == "aucune"
    assert [step["libelle"] for step in document["etapes"]] == [
        "CA",
        "Réussite",
        "Dom",
        "Dom effectif",
        "Tableau 3.1",
    ]
    assert document["etapes"][2]["resultat"].endswith(f" ({REASONS[Reason.NO_DOM]})")


@pytest.mark.parametrize(
    ("stakes", "succeeds", "why"),
    [
        ("--ca 17 --diff 8 --de 20", False, Reason.NATURAL_20),
        ("--ca 17 --diff 8 --de 8", False, Reason.NOT_ABOVE_DIFF),
        ("--ca 17 --diff 8 --de 18", False, Reason.ABOVE_CA),
        ("--ca 17 --diff 17 --de 17", False, Reason.IMPOSSIBLE),
        ("--ca 17 --diff 8 --de 17 --borne-ca exclue", False, Reason.EQUALS_CA),
        ("--ca 17 --diff 8 --de 16 --borne-ca exclue", True, None),
        ("--ca 17 --diff 8 --de 17 --borne-ca incluse", True, None),
        ("--ca 1 --diff 0 --de 1", False, Reason.CA_FAILS),
        ("--ca 1 --diff 0 --de 1 --lancer-quand-meme", True, None),
        ("--ca 1 --diff 0 --de 1 --automatiques non", True, None),
        ("--ca 20 --diff 8 --de 20", True, Reason.CA_SUCCEEDS),
        ("--ca 20 --diff 8 --de 20 --lancer-quand-meme", True, None),
        ("--ca 20 --diff 8 --de 20 --borne-ca exclue", True, Reason.CA_SUCCEEDS),
        (
            "--ca 20 --diff 8 --de 20 --borne-ca exclue --automatiques non",
            False,
            Reason.EQUALS_CA,
        ),
        ("--ca 25 --diff 8 --de 8", False, Reason.NOT_ABOVE_DIFF),
    ],
)
def test_a_rule_that_decides_says_why(
    gardien: Gardien, stakes: str, succeeds: bool, why: Reason | None
) -> None:
    rest = "--eff 40 --ca-encaissement 14 --de-encaissement 7 --json"
    document = gardien(f"resoudre {stakes} {rest}").document
    assert document["reussite"] is succeeds
    die = stakes.split()[5]
    told = f"réussie, °R {die}" if succeeds else "ratée"
    assert document["etapes"][1]["resultat"] == (f"{told} ({REASONS[why]})" if why else told)


def test_the_encaissement_obeys_the_same_flags(gardien: Gardien) -> None:
    stakes = f"{EXAMPLE_2_10} --json --de-encaissement 14"
    assert gardien(stakes).document["dom_effectif"] == -3
    refused = gardien(stakes, "--borne-ca", "exclue").document
    assert refused["encaissement"] == {"reussite": False, "degre": None}
    assert refused["dom_effectif"] == 11


def test_etourdi_costs_one_pf_where_the_house_follows_the_example(gardien: Gardien) -> None:
    document = gardien(EXAMPLE_2_10, "--json", "--pf-etourdi", "exemple").document
    assert document["pf"] == 1
    assert document["etapes"][-1]["resultat"] == "étourdi, 1 PF"


def test_a_die_left_out_is_rolled_and_said_to_be(gardien: Gardien) -> None:
    faces = iter([12, 7])
    words = "resoudre --ca 17 --diff 8 --eff 15 --ca-encaissement 14"
    lines = gardien(words, dice=lambda: next(faces)).out.splitlines()
    assert lines[1] == "Réussite           8 < 12 ≤ 17  réussie, °R 12  (dé lancé ici)"
    assert lines[4] == "Encaissement       7 ≤ 14       réussie, °R 7   (dé lancé ici)"


def test_only_the_die_left_out_is_rolled(gardien: Gardien) -> None:
    document = gardien(f"{MERLIN} --diff 8 --de 12", dice=iter([3]).__next__).document
    assert document["degre"] == 12
    assert document["encaissement"] == {"reussite": True, "degre": 3}


def test_no_die_is_rolled_that_would_decide_nothing(gardien: Gardien) -> None:
    assert gardien("resoudre --ca 1 --diff 0 --eff 9 --ca-encaissement 0").code == 0


def test_the_dice_rolled_here_are_those_of_a_d20() -> None:
    words = "resoudre --ca 20 --diff 0 --eff 999 --ca-encaissement 20 --json"
    document = in_a_process(words).document
    assert 1 <= document["degre"] <= 20
    assert 1 <= document["encaissement"]["degre"] <= 20
