import { useChange } from "../base/data.ts";
import { useHasRole } from "../app/session.tsx";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Suspension } from "./api.ts";

/** Asks whoever runs the server to open a suspended project again, once a suspension. */
export function Appeal({ suspension }: { suspension: Suspension | undefined }) {
  const id = useProject() ?? "";
  const isAdmin = useHasRole("ADMIN");
  const appeal = useChange("post", "/projects/{id}/security/appeal", { refreshes: ["/projects/{id}/security"] });
  if (!suspension) return null;
  if (suspension.appealedAt) return <Note tone="info">{t("settings.sec.appealDone")}</Note>;
  if (!isAdmin) return null;
  return (
    <section className="sheet stack" aria-labelledby="appeal">
      <h2 id="appeal">{t("settings.sec.appeal")}</h2>
      <Form<"message">
        label={t("settings.sec.appeal")}
        error={appeal.error}
        onSubmit={({ message }) => appeal.mutate({ path: { id }, body: { message } })}
      >
        <Field name="message" label={t("settings.sec.appealLabel")} lines={4} maxLength={2000} isRequired />
        <div className="form-actions">
          <Button type="submit" variant="main" isPending={appeal.isPending}>{t("settings.sec.appealSend")}</Button>
        </div>
      </Form>
    </section>
  );
}
