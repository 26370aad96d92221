import type { CurrentUserResponse } from "../generated/api.ts";

/** Members of the API's answers about the user, as these pages read them. */

export type User = CurrentUserResponse;
