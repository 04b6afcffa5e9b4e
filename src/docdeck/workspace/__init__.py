"""What a reviewer does, with no screen: inbox, review, threads, drafts, writes, merge."""
