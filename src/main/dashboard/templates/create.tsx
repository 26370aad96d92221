import { Page } from "../app/page.tsx";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { discardChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import type { TemplateBody } from "./api.ts";
import { type Draft, TemplateForm } from "./form.tsx";

/** The body of a new template without its empty members. */
function bodyOf({ from, fromName, replyTo, ...rest }: Draft): TemplateBody {
  return { ...rest, ...(from && { from }), ...(fromName && { fromName }), ...(replyTo && { replyTo }) };
}

export default function CreateTemplate() {
  const { open } = useRouter();
  const create = useChange("post", "/templates", {
    refreshes: ["/templates"],
    onDone: (template) => {
      discardChanges();
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
