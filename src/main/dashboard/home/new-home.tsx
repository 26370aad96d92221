import { Page } from "../app/page.tsx";
import { useCurrentProject } from "../app/session.tsx";
import { usePageExists } from "../base/project.ts";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button.tsx";
import { Icon, type IconName } from "../kit/icon.tsx";
import { FirstEmailCard } from "./first-email.tsx";
import { GoLive } from "./go-live.tsx";

/** The first page of a project that has sent nothing yet: three cards with first steps. */
export function NewHome({ onSend }: { onSend: () => void }) {
  const project = useCurrentProject();
  const exists = usePageExists();
  return (
    <Page
      title={t("home.new.title")}
      about={project ? `${project.name} · ${t("home.new.about")}` : t("home.new.about")}
    >
      <div className="home-cards">
        <Card icon="code" title={t("home.code.title")} about={t("home.code.about")}>
          <FirstEmailCard onSend={onSend} />
        </Card>
        <div className="stack">
          {exists("campaigns") && (
            <Card icon="campaign" title={t("home.news.title")} about={t("home.news.about")}>
              <ol className="home-steps">
                {exists("contacts") && (
                  <li>
                    <ButtonLink to="contacts" variant="quiet" icon="people">{t("home.news.contacts")}</ButtonLink>
                  </li>
                )}
                {exists("templates") && (
                  <li>
                    <ButtonLink to="templates" variant="quiet" icon="template">{t("home.news.template")}</ButtonLink>
                  </li>
                )}
                {exists("campaigns") && (
                  <li>
                    <ButtonLink to="campaigns" variant="quiet" icon="campaign">{t("home.news.campaign")}</ButtonLink>
                  </li>
                )}
              </ol>
            </Card>
          )}
          {exists("workflows") && (
            <Card icon="workflow" title={t("home.auto.title")} about={t("home.auto.about")}>
              <div>
                <ButtonLink to="workflows" icon="workflow">{t("home.auto.open")}</ButtonLink>
              </div>
            </Card>
          )}
          <GoLive />
        </div>
      </div>
    </Page>
  );
}

function Card(
  { icon, title, about, children }: { icon: IconName; title: string; about: string; children: React.ReactNode },
) {
  return (
    <section className="sheet stack">
      <div className="home-card-head">
        <span className="empty-icon">
          <Icon name={icon} size={20} />
        </span>
        <div>
          <h2>{title}</h2>
          <p className="soft">{about}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
