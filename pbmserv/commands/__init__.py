"""The command language and the commands themselves, grouped by what people do with them."""
