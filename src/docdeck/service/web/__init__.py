"""Plain pages for browsers: what needs no key is shown, and of everything else nothing is told."""
