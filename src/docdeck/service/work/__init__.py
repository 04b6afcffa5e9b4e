"""What the service does in the background: specifications, translations, integration events, Git."""
