import { Buffer } from "node:buffer";
import { Transform } from "node:stream";
import nodemailer from "nodemailer";

// Submits a message with nodemailer and prints as JSON what became of it. The environment variable SUBMISSION is a JSON object:
// port, security, mechanism, password, certificate and recipients.
const submission = JSON.parse(Deno.env.get("SUBMISSION")!);

const transport = nodemailer.createTransport({
  host: "127.0.0.1",
  port: submission.port,
  secure: submission.security === "TLS",
  requireTLS: submission.security === "STARTTLS",
  ignoreTLS: submission.security === "NONE",
  connectionTimeout: 60_000,
  greetingTimeout: 60_000,
  socketTimeout: 60_000,
  authMethod: submission.mechanism,
  auth: { user: "any", pass: submission.password },
  tls: { ca: [Deno.readTextFileSync(submission.certificate)], servername: "localhost" },
});

const sent: Buffer[] = [];
// deno-lint-ignore no-explicit-any
transport.use("stream", ({ message }: any, done: () => void) => {
  message.transform(() => new Transform({ transform: record }));
  done();
});

function record(octets: Buffer, _encoding: string, done: (error: Error | null, octets: Buffer) => void) {
  sent.push(octets);
  done(null, octets);
}

try {
  const result = await transport.sendMail({
    envelope: { from: "client@elsewhere.test", to: submission.recipients },
    from: "Shop <shop@example.test>",
    to: submission.recipients,
    subject: "Grüße aus Köln, 注文 17 🚀",
    text: "Grüße\n.\n..dots\n\nEnd  \n",
    html: "<p>Grüße <a href='https://example.com/a?b=1&amp;c=2'>Köln</a></p>",
    attachments: [{ filename: "Größe.zip", content: Buffer.from(Uint8Array.from({ length: 10_240 }, (_, at) => at)) }],
  });
  print(true, String(result.rejectedErrors ?? ""));
} catch (refusal) {
  print(false, String(refusal));
}
transport.close();

// The lines of the message end with CR LF on the wire only.
function print(accepted: boolean, output: string) {
  const lines = Buffer.concat(sent).toString("latin1").replace(/\r?\n/g, "\r\n");
  console.log(JSON.stringify({ accepted, message: Buffer.from(lines, "latin1").toString("base64"), output }));
}
