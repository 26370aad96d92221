import { useRef, useState } from "react";
import { Page } from "../app/page.tsx";
import { refresh, useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Conflict, isConflict } from "../conflict/conflict.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { showToast } from "../kit/toast.tsx";
import { Actions } from "./actions.tsx";
import type { TemplateChange } from "./api.ts";
import { classWord } from "./class.ts";
import { TemplateForm } from "./form.tsx";
import { UsedBy } from "./used-by.tsx";

/** One template: written on the left, as the email it becomes on the right. */
export default function TemplatePage({ params }: PageProps) {
  const id = params.id!;
  const template = useAnswer("/templates/{id}", { path: { id } }, { topics: [`template:${id}`] });
  const version = useRef<number>(undefined);
  const [saves, setSaves] = useState(0);
  const save = useChange("patch", "/templates/{id}", {
    refreshes: ["/templates"],
    onDone: (saved) => {
      version.current = saved.version;
      setSaves((saves) => saves + 1);
      showToast(t("templates.saved"));
    },
  });
  const [revision, setRevision] = useState(0);
  const send = (body: TemplateChange) => save.mutate({ path: { id }, body, ifMatch: version.current });
  const known = template.data;
  version.current ??= known?.version;
  return (
    <Page
      title={known?.name ?? t("app.page.template")}
      above={{ label: t("app.page.templates"), to: "templates" }}
      about={known && (
        <span className="row-wrap">
          <Badge>{classWord(known.type)}</Badge>
          <span>
            {t("templates.changed")} <Time at={known.updatedAt} />
          </span>
        </span>
      )}
      actions={known && <Actions template={known} />}
    >
      <Loaded query={template} lines={8}>
        {(template) => (
          <>
            <TemplateForm
              key={`${template.id} ${revision}`}
              template={template}
              error={isConflict(save.error) ? null : save.error}
              isPending={save.isPending}
              saves={saves}
              onSave={send}
              onReload={(stored) => version.current = stored}
            />
            <Conflict
              error={save.error}
              isPending={save.isPending}
              labels={{
                name: t("templates.name"),
                type: t("templates.class"),
                subject: t("templates.subject"),
                from: t("templates.from"),
                fromName: t("templates.fromName"),
                replyTo: t("templates.replyTo"),
                body: t("templates.body"),
              }}
              onKeep={(sent, stored) => {
                version.current = stored;
                send(sent);
              }}
              onUseStored={async (stored) => {
                await refresh("/templates");
                version.current = stored;
                save.reset();
                setRevision(revision + 1);
              }}
            />
            <UsedBy id={template.id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
