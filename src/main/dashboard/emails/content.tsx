import { t } from "../base/words.ts";
import { EmailFrame } from "../kit/email-frame.tsx";
import { Snippet } from "../kit/snippet.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { Tree } from "../kit/tree.tsx";
import type { Detail } from "./api.ts";

/** The email itself, in five ways. */
export function Content({ email }: { email: Detail }) {
  const text = email.text ?? email.inbound?.text ?? null;
  return (
    <section className="stack" aria-label={t("emails.content")}>
      <Tabs
        label={t("emails.content")}
        parts={[
          { id: "email", label: t("emails.tab.email"), content: () => <Rendered email={email} text={text} /> },
          { id: "text", label: t("emails.tab.text"), content: () => <Text email={email} text={text} /> },
          { id: "headers", label: t("emails.tab.headers"), content: () => <Headers email={email} /> },
          { id: "source", label: t("emails.tab.source"), content: () => <Source email={email} /> },
          { id: "data", label: t("emails.tab.data"), content: () => <Data email={email} /> },
        ]}
      />
    </section>
  );
}

const ContentDeleted = () => <p className="soft sheet">{t("emails.contentGone")}</p>;

function Rendered({ email, text }: { email: Detail; text: string | null }) {
  if (email.body === null && text === null) return <ContentDeleted />;
  return <EmailFrame title={email.subject ?? t("app.page.email")} path={`/emails/${email.id}/html`} height={560} />;
}

function Text({ email, text }: { email: Detail; text: string | null }) {
  if (text !== null) return <pre className="sheet emails-text" tabIndex={0}>{text}</pre>;
  return email.body === null ? <ContentDeleted /> : <p className="soft sheet">{t("emails.textMade")}</p>;
}

function Headers({ email }: { email: Detail }) {
  const lines = Object.entries({
    From: named(email.fromName, email.from),
    To: named(email.toName, email.to),
    Cc: email.recipients?.cc?.join(", "),
    "Reply-To": email.replyTo,
    Subject: email.subject,
    "Message-ID": email.messageId && `<${email.messageId}>`,
    ...email.headers,
  }).filter(([, value]) => value);
  return (
    <div className="sheet stack-small">
      <dl className="emails-headers">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small soft">{t("emails.headersHint")}</p>
    </div>
  );
}

const named = (name: string | null, address: string | null) => (name && address ? `"${name}" <${address}>` : address);

function Source({ email }: { email: Detail }) {
  if (email.body === null) return <ContentDeleted />;
  return <Snippet label={t("emails.tab.source")} samples={[{ id: "html", label: "HTML", code: email.body }]} />;
}

/** The email as the API answers it, without what the other parts show. */
function Data({ email }: { email: Detail }) {
  const { body: _body, text: _text, ...rest } = email;
  return (
    <div className="sheet">
      <Tree value={rest} label={t("emails.tab.data")} />
    </div>
  );
}
