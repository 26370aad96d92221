import { Page } from "../app/page.tsx";
import { useChange } from "../base/data.ts";
import { usePlaces } from "../base/project.ts";
import { forgetChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import type { TemplateBody } from "./api.ts";
import { type Draft, TemplateForm } from "./form.tsx";

/** What is not said of a new template is left out. */
function bodyOf({ from, fromName, replyTo, ...rest }: Draft): TemplateBody {
  return { ...rest, ...(from && { from }), ...(fromName && { fromName }), ...(replyTo && { replyTo }) };
}

export default function CreateTemplate() {
  const { open } = usePlaces();
  const create = useChange("post", "/templates", {
    refreshes: ["/templates"],
    onDone: (template) => {
      forgetChanges();
      open(`templates/${template.id}`);
    },
  });
  return (
    <Page title={t("templates.new")} above={{ label: t("app.page.templates"), to: "templates" }}>
      <TemplateForm
        error={create.error}
        isPending={create.isPending}
        onSave={(draft) => create.mutate({ body: bodyOf(draft) })}
      />
    </Page>
  );
}
