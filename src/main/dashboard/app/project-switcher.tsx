import { Button as AriaButton } from "react-aria-components/Button";
import { go, href } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import { Menu } from "../kit/menu.tsx";
import { Logo } from "./logo.tsx";
import { useCurrentProject, useSession } from "./session.tsx";

/** The mark, and the project whose pages are shown. */
export function ProjectSwitcher() {
  const { projects } = useSession();
  const current = useCurrentProject();
  return (
    <Menu
      label={t("app.projects")}
      items={[
        ...projects.map((project) => ({
          id: project.id,
          label: project.name,
          isChosen: project.id === current?.id,
          onAction: () => go(href(`p/${project.id}`)),
        })),
        { id: "new", label: t("app.newProject"), icon: "plus" as const, onAction: () => go(href("new-project")) },
      ]}
    >
      <AriaButton
        className="switcher"
        aria-label={t("app.switchProject", { name: current?.name ?? t("app.noProject") })}
      >
        <Logo size={28} />
        <span className="truncated grow">{current?.name ?? t("app.noProject")}</span>
        <Icon name="down" size={14} />
      </AriaButton>
    </Menu>
  );
}
