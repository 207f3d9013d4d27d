"""Who plays whom: matches of pairs, round robins, gauntlets and ladders, and the threads that play them."""
