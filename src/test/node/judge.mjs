// Reads {dns, ip, helo, mails: [{sender, raw}]} and writes one verdict for each mail, in their order: whether mailauth holds
// it for genuine, with every look-up answered by that name server, and what mailparser and postal-mime read in it.
import {createHash} from 'node:crypto';
import {promises as dns} from 'node:dns';
import {text} from 'node:stream/consumers';
import mailauth from 'mailauth';
import {simpleParser} from 'mailparser';
import PostalMime from 'postal-mime';

const task = JSON.parse(await text(process.stdin));
const names = new dns.Resolver({timeout: 5000, tries: 2});
names.setServers([task.dns]);

const person = one => (one ? {name: one.name ?? '', address: one.address ?? ''} : null);

const file = (name, type, disposition, id, content) => ({
  name,
  type,
  disposition,
  id: (id ?? '').replace(/[<>]/g, ''),
  sha256: createHash('sha256').update(Buffer.from(content)).digest('hex'),
});

async function authenticity(mail, raw) {
  const found = await mailauth.authenticate(raw, {
    ip: task.ip,
    helo: task.helo,
    sender: mail.sender,
    mta: 'judge.test',
    minBitLength: 2048,
    disableArc: true,
    disableBimi: true,
    resolver: (name, type) => names.resolve(name, type),
  });
  return {
    dkim: found.dkim.results.map(one => ({
      result: one.status.result,
      comment: one.status.comment ?? '',
      domain: one.signingDomain ?? '',
      aligned: one.status.aligned || '',
    })),
    spf: found.spf.status.result,
    dmarc: found.dmarc ? found.dmarc.status.result : 'none',
    spfAligned: found.dmarc?.alignment?.spf?.result || '',
    dkimAligned: found.dmarc?.alignment?.dkim?.result || '',
  };
}

async function mailparser(raw) {
  const read = await simpleParser(raw, {skipImageLinks: true, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true});
  return {
    subject: read.subject ?? '',
    from: person(read.from?.value[0]),
    to: person(read.to?.value[0]),
    replyTo: person(read.replyTo?.value[0]),
    messageId: read.messageId,
    date: read.date.toISOString(),
    text: read.text ?? '',
    html: read.html || '',
    files: read.attachments.map(one =>
      file(one.filename ?? '', one.contentType, one.contentDisposition, one.contentId, one.content)),
  };
}

async function postalMime(raw) {
  const read = await PostalMime.parse(raw);
  return {
    subject: read.subject ?? '',
    from: person(read.from),
    to: person(read.to?.[0]),
    replyTo: person(read.replyTo?.[0]),
    messageId: read.messageId,
    date: new Date(read.date).toISOString(),
    text: read.text ?? '',
    html: read.html ?? '',
    files: read.attachments.map(one =>
      file(one.filename ?? '', one.mimeType, one.disposition, one.contentId, one.content)),
  };
}

const verdicts = [];
for (const mail of task.mails) {
  const raw = Buffer.from(mail.raw, 'base64');
  verdicts.push({
    authenticity: await authenticity(mail, raw),
    mailparser: await mailparser(raw),
    postalMime: await postalMime(raw),
  });
}
process.stdout.write(JSON.stringify(verdicts));
