"""What happens at the table: commands in, events out, state as their fold. No screen, file, clock or chance here."""
