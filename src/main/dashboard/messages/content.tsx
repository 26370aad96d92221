import { t } from "../base/words.ts";
import { MailFrame } from "../kit/mail-frame.tsx";
import { Snippet } from "../kit/snippet.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { Tree } from "../kit/tree.tsx";
import type { Detail } from "./mail.ts";

/** The mail itself, in five ways. */
export function Content({ mail }: { mail: Detail }) {
  const text = mail.text ?? mail.inbound?.text ?? null;
  return (
    <section className="stack" aria-label={t("messages.content")}>
      <Tabs
        label={t("messages.content")}
        parts={[
          { id: "mail", label: t("messages.tab.mail"), content: () => <Rendered mail={mail} text={text} /> },
          { id: "text", label: t("messages.tab.text"), content: () => <Text mail={mail} text={text} /> },
          { id: "headers", label: t("messages.tab.headers"), content: () => <Headers mail={mail} /> },
          { id: "source", label: t("messages.tab.source"), content: () => <Source mail={mail} /> },
          { id: "data", label: t("messages.tab.data"), content: () => <Data mail={mail} /> },
        ]}
      />
    </section>
  );
}

const ContentDeleted = () => <p className="soft sheet">{t("messages.contentGone")}</p>;

function Rendered({ mail, text }: { mail: Detail; text: string | null }) {
  if (mail.body === null && text === null) return <ContentDeleted />;
  return <MailFrame title={mail.subject ?? t("app.page.message")} path={`/emails/${mail.id}/html`} height={560} />;
}

function Text({ mail, text }: { mail: Detail; text: string | null }) {
  if (text !== null) return <pre className="sheet messages-text" tabIndex={0}>{text}</pre>;
  return mail.body === null ? <ContentDeleted /> : <p className="soft sheet">{t("messages.textMade")}</p>;
}

function Headers({ mail }: { mail: Detail }) {
  const lines = Object.entries({
    From: named(mail.fromName, mail.from),
    To: named(mail.toName, mail.to),
    Cc: mail.recipients?.cc?.join(", "),
    "Reply-To": mail.replyTo,
    Subject: mail.subject,
    "Message-ID": mail.messageId && `<${mail.messageId}>`,
    ...mail.headers,
  }).filter(([, value]) => value);
  return (
    <div className="sheet stack-small">
      <dl className="messages-headers">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small soft">{t("messages.headersHint")}</p>
    </div>
  );
}

const named = (name: string | null, address: string | null) => (name && address ? `"${name}" <${address}>` : address);

function Source({ mail }: { mail: Detail }) {
  if (mail.body === null) return <ContentDeleted />;
  return <Snippet label={t("messages.tab.source")} samples={[{ id: "html", label: "HTML", code: mail.body }]} />;
}

/** The mail as the API answers it, without what the other parts show. */
function Data({ mail }: { mail: Detail }) {
  const { body: _body, text: _text, ...rest } = mail;
  return (
    <div className="sheet">
      <Tree value={rest} label={t("messages.tab.data")} />
    </div>
  );
}
