import { useEffect } from "react";
import { go, href, usePath } from "../base/address.ts";
import { setProject } from "../base/api.ts";
import { PagesContext, ProjectContext } from "../base/project.ts";
import { store, stored } from "../base/stored.ts";
import { features } from "../generated/features.ts";
import { Skeleton } from "../kit/states.tsx";
import { Bare, NothingHere } from "./outside.tsx";
import { isPage, placeAt, placesOf } from "./places.ts";
import { PageView } from "./page-view.tsx";
import { useSession } from "./session.tsx";
import { Shell } from "./shell.tsx";

const places = placesOf(features);
const exists = (to: string) => isPage(places, to);

/** All pages of a signed-in user: the project and the page that the address names, in the shell. */
export function Inside() {
  const { projects } = useSession();
  const path = usePath();
  const found = placeAt(places, path);
  const named = found?.params.project;
  const project = named ?? preferred(projects.map((each) => each.id));
  setProject(project);
  useEffect(() => {
    if (named) store("project", named);
  }, [named]);
  useEffect(() => {
    if (path === "") go(href(project ? `p/${project}` : "new-project"), { replace: true });
  }, [path, project]);
  if (path === "") {
    return (
      <Bare>
        <Skeleton />
      </Bare>
    );
  }
  return (
    <PagesContext value={exists}>
      <ProjectContext value={project}>
        <Shell places={places} current={found?.place}>
          {found
            ? <PageView key={`${project} ${found.place.pattern} ${Object.values(found.params).join(" ")}`} {...found} />
            : <NothingHere />}
        </Shell>
      </ProjectContext>
    </PagesContext>
  );
}

/** The project shown last in this browser, if it is still one of the user's; the first otherwise. */
function preferred(ids: string[]): string | undefined {
  const last = stored("project");
  return ids.find((id) => id === last) ?? ids[0];
}
