"""Submits a message as a program written in Python does, and prints as JSON what became of it.

The environment variable SUBMISSION is a JSON object: port, security, mechanism, password, certificate and recipients.
"""

import base64
import json
import os
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

TIMEOUT = 60


class Recorder:
    """Keeps the octets of the message that the library sends."""

    sent = b""

    def data(self, message):
        self.sent = message
        return super().data(message)


class Client(Recorder, smtplib.SMTP):
    pass


class TlsClient(Recorder, smtplib.SMTP_SSL):
    pass


def message(recipients):
    written = EmailMessage()
    written["From"] = "Shop <shop@example.test>"
    written["To"] = ", ".join(recipients)
    written["Subject"] = "Grüße aus Köln, 注文 17 🚀"
    written["Date"] = formatdate()
    written["Message-ID"] = make_msgid(domain="client.test")
    written.set_content("Grüße\n.\n..dots\n\nEnd  \n")
    written.add_attachment(
        bytes(range(256)) * 40, maintype="application", subtype="zip", filename="Größe.zip"
    )
    return written


def connected(submission):
    context = ssl.create_default_context(cafile=submission["certificate"])
    if submission["security"] == "TLS":
        return TlsClient("localhost", submission["port"], timeout=TIMEOUT, context=context)
    client = Client("localhost", submission["port"], timeout=TIMEOUT)
    if submission["security"] == "STARTTLS":
        client.starttls(context=context)
    else:
        # The library believes what the server offers; a worse one would show the password all the same.
        client.ehlo()
        client.esmtp_features["auth"] = " PLAIN LOGIN"
    return client


def log_in(client, submission):
    client.ehlo_or_helo_if_needed()
    if submission["mechanism"] == "LOGIN":
        client.user, client.password = "any", submission["password"]
        client.auth("LOGIN", client.auth_login)
    else:
        client.login("any", submission["password"])


def submit(submission):
    recipients = submission["recipients"]
    with connected(submission) as client:
        log_in(client, submission)
        refused = client.send_message(message(recipients), "client@elsewhere.test", recipients)
        return {
            "accepted": True,
            "message": base64.b64encode(client.sent).decode(),
            "output": str(refused),
        }


try:
    print(json.dumps(submit(json.loads(os.environ["SUBMISSION"]))))
except smtplib.SMTPException as refusal:
    print(json.dumps({"accepted": False, "message": "", "output": str(refusal)}))
