"""What the books say: one package a book, one module a chapter."""
