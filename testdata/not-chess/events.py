NAME = "[Event"
def show(**kwargs):
    """[Event ... -- nothing follows."""
    print('[Site', *kwargs, -- 1)
