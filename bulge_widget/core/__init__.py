"""How any game runs: questions and answers, chance, history, views. Knows no hex, counter or title."""
