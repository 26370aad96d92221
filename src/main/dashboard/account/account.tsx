import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import { formatDay } from "../base/format.ts";
import { setTheme, type Theme, theme } from "../base/theme.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Loaded } from "../kit/states.tsx";
import { useState } from "react";
import type { User } from "./api.ts";
import { DeleteAccount } from "./delete.tsx";
import { ChangePassword } from "./password.tsx";
import { Profile } from "./profile.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** Shows the settings of the user who is signed in. */
export default function Account() {
  const user = useAnswer("/users/@me");
  return (
    <Page title={t("app.page.account")}>
      <Loaded query={user} lines={8}>
        {(answer) => {
          const shown = answer as User;
          return (
            <div className="account">
              <UserHeader user={shown} />
              <Profile user={shown} />
              <Appearance />
              {shown.hasPassword && <ChangePassword email={shown.email} />}
              <SecondFactor passwordOf={shown.hasPassword ? shown.email : undefined} />
              <Sessions />
              <DeleteAccount user={shown} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function UserHeader({ user }: { user: User }) {
  return (
    <section className="sheet spread account-person">
      <div className="grow">
        <h2>{user.name ?? user.email}</h2>
        {user.name && <p>{user.email}</p>}
        <p className="hint">{t("account.since", { day: formatDay(user.createdAt) })}</p>
      </div>
      {user.emailVerified
        ? <Badge tone="good" icon="check">{t("account.verified")}</Badge>
        : <Badge tone="watch" icon="clock">{t("account.unverified")}</Badge>}
    </section>
  );
}

const THEMES: Theme[] = ["system", "light", "dark"];

function Appearance() {
  const [chosen, setChosen] = useState(theme());
  return (
    <section className="sheet stack" aria-labelledby="looks">
      <h2 id="looks">{t("account.looks")}</h2>
      <p className="hint">{t("account.looksHint")}</p>
      <div className="columns">
        <Select
          label={t("account.theme")}
          value={chosen}
          onChange={(id) => {
            setTheme(id as Theme);
            setChosen(id as Theme);
          }}
          options={THEMES.map((id) => ({ id, label: t(`account.theme.${id}` as "account.theme.light") }))}
        />
      </div>
    </section>
  );
}
