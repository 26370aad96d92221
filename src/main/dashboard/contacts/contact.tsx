import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Loaded } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { Time } from "../kit/time.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Contact } from "./api.ts";
import { Consent } from "./consent.tsx";
import { Emails } from "./emails.tsx";
import { Executions } from "./executions.tsx";
import { FieldValues } from "./field-values.tsx";
import { NoEmailsNote } from "./no-emails-note.tsx";
import { Segments } from "./segments.tsx";
import { Subscription } from "./subscription.tsx";
import { Timeline } from "./timeline.tsx";

export default function ContactPage({ params }: PageProps) {
  const id = params.id!;
  const contact = useAnswer("/contacts/{id}", { path: { id } }, { topics: [`contact:${id}`] });
  const known = contact.data;
  return (
    <Page
      title={known?.email ?? t("app.page.contact")}
      above={{ label: t("app.page.contacts"), to: "contacts" }}
      about={known && (
        <span className="row-wrap">
          <Status value={known.subscribed ? "SUBSCRIBED" : "UNSUBSCRIBED"} />
          <span>
            {t("contacts.since")} <Time at={known.createdAt} />
          </span>
        </span>
      )}
      actions={known && (
        <>
          <Erase contact={known} />
          <Subscription contact={known} />
        </>
      )}
    >
      <Loaded query={contact} lines={6}>
        {(contact: Contact) => (
          <>
            <NoEmailsNote contact={contact} />
            <div className="contacts-split">
              <Tabs
                label={t("contacts.story")}
                parts={[
                  { id: "activity", label: t("contacts.timeline"), content: () => <Timeline contactId={contact.id} /> },
                  { id: "emails", label: t("contacts.emails"), content: () => <Emails contactId={contact.id} /> },
                  {
                    id: "workflows",
                    label: t("app.page.workflows"),
                    content: () => <Executions contactId={contact.id} />,
                  },
                  { id: "segments", label: t("app.page.segments"), content: () => <Segments contactId={contact.id} /> },
                  { id: "consent", label: t("contacts.consent"), content: () => <Consent contactId={contact.id} /> },
                ]}
              />
              <FieldValues contact={contact} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Deletes the contact after saying what goes and what is kept. */
function Erase({ contact }: { contact: Contact }) {
  const [isOpen, setOpen] = useState(false);
  const { open } = useRouter();
  const erase = useChange("delete", "/contacts/{id}", {
    isDeletion: true,
    refreshes: ["/contacts"],
    onDone: () => {
      showToast(t("contacts.deleted", { email: contact.email }));
      open("contacts");
    },
  });
  return (
    <>
      <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("contacts.delete")}</Button>
      <Confirm
        title={t("contacts.deleteTitle", { email: contact.email })}
        action={t("contacts.delete")}
        isOpen={isOpen}
        isDanger
        isPending={erase.isPending}
        error={erase.error}
        onClose={() => setOpen(false)}
        onConfirm={() => erase.mutate({ path: { id: contact.id } })}
      >
        <p>{t("contacts.deleteText")}</p>
      </Confirm>
    </>
  );
}
