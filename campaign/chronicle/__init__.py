"""A campaign retold from its entries: as a story for Markdown and the web, as rows for a spreadsheet."""
