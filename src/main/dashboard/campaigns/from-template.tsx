import { useState } from "react";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Loaded } from "../kit/states.tsx";
import { sayFailure } from "../kit/toast.tsx";
import { useTemplates } from "../writing/template-search.tsx";
import type { TemplateSummary } from "../generated/api.ts";

type Template = TemplateSummary;

/** Takes subject and content of a template over; what was written before is replaced. */
export function FromTemplate({ onChoose }: { onChoose: (content: { subject: string; body: string }) => void }) {
  const [open, setOpen] = useState(false);
  const choose = async ({ id }: Template) => {
    try {
      const template = await api.get("/templates/{id}", { path: { id } });
      onChoose({ subject: template.subject, body: template.body ?? "" });
      setOpen(false);
    } catch (error) {
      sayFailure(error as Error);
    }
  };
  return (
    <>
      <Button icon="template" onPress={() => setOpen(true)}>{t("campaigns.fromTemplate")}</Button>
      <Dialog title={t("campaigns.fromTemplate")} isOpen={open} onClose={() => setOpen(false)}>
        {open && <Choices onChoose={(template) => void choose(template)} />}
      </Dialog>
    </>
  );
}

function Choices({ onChoose }: { onChoose: (template: Template) => void }) {
  const { list, templates, field, isSearched } = useTemplates();
  return (
    <>
      {field}
      <Loaded query={list}>
        {() => (
          <>
            {templates.length === 0 && (
              <p className="soft">{t(isSearched ? "campaigns.noTemplateFound" : "campaigns.noTemplates")}</p>
            )}
            <ul role="list" className="stack-small">
              {templates.map((template) => (
                <li key={template.id}>
                  <button type="button" className="campaigns-choice" onClick={() => onChoose(template)}>
                    <strong>{template.name}</strong>
                    <span className="soft truncated">{template.subject}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}
