import { go, href } from "../base/address.ts";
import { client, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Page } from "../app/page.tsx";
import { Invitations } from "./invitations.tsx";

export default function NewProject() {
  const create = useChange("post", "/users/@me/projects", {
    onDone: async (answer) => {
      await client.invalidateQueries({ queryKey: ["session"] });
      go(href(`p/${answer.id}`));
    },
  });
  return (
    <Page title={t("session.project.title")} about={t("session.project.about")}>
      <Invitations />
      <div className="sheet entry-sheet">
        <Form
          onSubmit={({ name = "" }) => create.mutate({ body: { name } })}
          error={create.error}
          label={t("session.project.title")}
        >
          <Field name="name" label={t("session.project.name")} isRequired autoFocus maxLength={100} />
          <div className="form-actions">
            <Button type="submit" variant="main" isPending={create.isPending}>{t("session.project.create")}</Button>
          </div>
        </Form>
      </div>
    </Page>
  );
}
