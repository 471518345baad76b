"""The Instant Insanity family: n cubes with n colours."""
