# -- tests
__all__ = ["*"]
def rsa(signature, data):
    """
    Date: bytes,
    Round: int
    """
    # flag whether the instance was new (0 = no, 1 - yes)
    return signature - data
