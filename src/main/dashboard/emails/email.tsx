import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { Actions } from "./actions.tsx";
import { Content } from "./content.tsx";
import { Facts } from "./facts.tsx";
import type { Detail } from "./api.ts";
import { Received } from "./received.tsx";
import { SuppressionNote } from "./suppression.tsx";
import { Timeline } from "./timeline.tsx";

/** Statuses after which the address may be on the suppression list. */
const SUPPRESSING_STATUSES = ["SUPPRESSED", "BOUNCED", "COMPLAINED", "FAILED"];

/** One email with its whole timeline. */
export default function EmailPage({ params }: PageProps) {
  const id = params.id!;
  const answer = useAnswer("/emails/{id}", { path: { id } }, { topics: [`email:${id}`] });
  const email = answer.data;
  const isShown = email?.id === id;
  const title = isShown ? email.subject || t("emails.noSubject") : t("app.page.email");
  return (
    <Page
      title={title}
      above={{ label: t("app.page.emails"), to: "emails" }}
      about={isShown && (
        <span className="row-wrap">
          <Status value={email.status} />
          <span className="emails-address">{email.sourceType === "INBOUND" ? email.from : email.to}</span>
          <Time at={email.createdAt} />
        </span>
      )}
      actions={isShown && <Actions email={email} />}
    >
      <Loaded query={isShown ? answer : { ...answer, data: undefined }} lines={8}>
        {() => <EmailSections email={email!} />}
      </Loaded>
    </Page>
  );
}

function EmailSections({ email }: { email: Detail }) {
  return (
    <div className="stack">
      {SUPPRESSING_STATUSES.includes(email.status) && <SuppressionNote address={email.to} emailId={email.id} />}
      <div className="emails-panes">
        <section className="sheet stack" aria-labelledby="emails-story">
          <h2 id="emails-story">{t("emails.story")}</h2>
          <Timeline email={email} />
        </section>
        <section className="sheet stack" aria-labelledby="emails-facts">
          <h2 id="emails-facts">{t("emails.facts")}</h2>
          <Facts email={email} />
        </section>
      </div>
      {email.inbound && <Received inbound={email.inbound} />}
      <Content email={email} />
    </div>
  );
}
