"""What people do on the platform, each as one function in one transaction: checks first, then writes."""
