"""Who may read the ledger.

check_reader asks for a role; grant_reader was taken out.
"""

ROLES = {"clerk", "auditor"}  # drop_reader is not needed


def check_reader(role):
    """Raise unless the role may read. deny_reader would say why."""
    if role not in ROLES:
        raise PermissionError("list_readers knows no " + role)
