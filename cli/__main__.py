"""Lets `python -m cli` run the `gardien` command."""

from cli.main import main

main()
