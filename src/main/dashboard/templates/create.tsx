import { Page } from "../app/page.tsx";
import { useChange } from "../base/data.ts";
import { usePlaces } from "../base/project.ts";
import { forgetChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import type { Template } from "./api.ts";
import { TemplateForm } from "./form.tsx";

export default function CreateTemplate() {
  const { open } = usePlaces();
  const create = useChange("post", "/templates", {
    refreshes: ["/templates"],
    onDone: (template: Template) => {
      forgetChanges();
      open(`templates/${template.id}`);
    },
  });
  return (
    <Page title={t("templates.new")} above={{ label: t("app.page.templates"), to: "templates" }}>
      <TemplateForm
        error={create.error}
        isPending={create.isPending}
        onSave={(body) => create.mutate({ body: body as never })}
      />
    </Page>
  );
}
