import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify(secret, headers, body, now=None):
    """Reports whether a callback is authentic and recent.

    `headers` is a mapping whose get() finds the names below; `body` is the bytes as they arrived, not parsed.
    """
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    signatures = headers.get("webhook-signature") or ""
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # There are two signatures while the secret is being rotated.
    return any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" "))
