"""Click in French: its help pages and its refusals, each refusal one sentence that says what is accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from cli.streams import say

WIDTH = 80
"""The columns of a help page; fixed, since measuring the terminal would cost more than the page."""
HELP_NAMES = ("-h", "--help")


class _InFrench(click.Command):
    """What commands and groups share."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            add_help_option=False, context_settings={"terminal_width": WIDTH}, **kwargs
        )
        self.params.append(
            answering_option(HELP_NAMES, "Affiche cette page.", click.Context.get_help)
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of the command line, refusing them in French."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(_sentence(error, self), ctx) from error

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first line of the help page."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix="Usage : ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section("Options "):
            formatter.write_dl(
                [(_declaration(option), option.help or "") for option in options], col_max=36
            )


class FrenchCommand(_InFrench):
    """A command whose every word is French."""

    allow_extra_args = True  # so that it is this class that refuses them

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of the command, and refuse those that it doesn't expect."""
        rest = super().parse_args(ctx, args)
        if rest:
            from campaign.sentences import quote

            named = any(isinstance(param, click.Argument) for param in self.params)
            hint = (
                "un nom avec des espaces se met entre guillemets."
                if named
                else f"`{ctx.command_path} --help` montre ce qui est attendu."
            )
            raise click.UsageError(f"{quote(rest[0])} est de trop : {hint}", ctx)
        return rest


class FrenchGroup(_InFrench, click.Group):
    """A group of commands whose every word is French."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options, then that of commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def answering_option(
    names: Sequence[str], what: str, answer: Callable[[click.Context], str]
) -> click.Option:
    """Return an option that says `answer` and ends there, whatever else is on the line."""

    def say_it(ctx: click.Context, param: click.Parameter, given: bool) -> None:
        if given:
            say(answer(ctx))
            ctx.exit()

    return click.Option(
        names, is_flag=True, expose_value=False, is_eager=True, callback=say_it, help=what
    )


def _declaration(option: click.Option) -> str:
    names = ", ".join(option.opts)
    return names if option.is_flag else f"{names} {option.metavar}"


def _sentence(error: click.UsageError, command: click.Command) -> str:
    from campaign.sentences import quote

    match error:
        case click.MissingParameter(param=param) if param is not None:
            name = param.opts[-1] if isinstance(param, click.Option) else param.metavar
            return f"Il manque {name} : `gardien {command.name} --help` montre ce qui est attendu."
        case click.NoSuchOption(option_name=name, possibilities=possibilities):
            near = f" : vouliez-vous dire {' ou '.join(possibilities)} ?" if possibilities else "."
            return f"L’option {quote(name)} n’existe pas{near}"
        case click.BadOptionUsage(option_name=name):
            flags = [option.opts for option in command.params if getattr(option, "is_flag", False)]
            takes_none = any(name in names for names in flags)
            return f"L’option {name} {'ne prend pas de' if takes_none else 'attend une'} valeur."
        case _:
            return error.message
