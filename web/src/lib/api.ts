// The HTTP API of the server.
import type {
  About,
  DailyCalendar,
  DailyDay,
  DuplicateList,
  DuplicateSetup,
  DuplicateShown,
  GameShown,
  GameStatistics,
  Lessons,
  LessonShown,
  LessonTried,
  Me,
  Moments,
  MyStatistics,
  PlayOn,
  PuzzleChosen,
  Puzzles,
  PuzzleShown,
  PuzzleTried,
  ReasonGiven,
  Refusal,
  ReviewStatus,
  Tables,
  ThemeName,
  TableSetup,
  TableShown,
} from "../protocol";

/** The server refused the request. */
export class Refused extends Error {
  constructor(
    readonly reason: ReasonGiven,
    readonly status: number,
  ) {
    super(reason.sentence);
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** Why something that was asked for did not happen. */
export const reasonOf = (error: unknown): ReasonGiven =>
  error instanceof Refused ? error.reason : { code: "unreachable", params: {}, sentence: "" };

async function request(
  path: string,
  method: string,
  body: unknown,
  invite: string | null,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (invite) headers["alhambra-invite"] = invite;
  const options = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  };
  const response = await fetch(`/api${path}`, options).catch((error: unknown) => {
    throw new Unreachable(String(error));
  });
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  throw new Refused(
    refusal?.reason ?? { code: "went_wrong", params: {}, sentence: response.statusText },
    response.status,
  );
}

async function ask<Answer>(
  path: string,
  method = "GET",
  body?: unknown,
  invite: string | null = null,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await request(path, method, body, invite, signal);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Where the record of a finished game is, for those who need no invitation. */
export const recordAddress = (id: string): string => `/api/games/${id}/record`;

export const api = {
  about: () => ask<About>("/about"),
  me: () => ask<Me | null>("/me"),
  setName: (name: string) => ask<Me>("/me", "POST", { name }),
  forgetMe: () => ask<void>("/me", "DELETE"),
  myStatistics: () => ask<MyStatistics>("/me/statistics"),
  tables: () => ask<Tables>("/tables"),
  setUp: (setup: TableSetup) => ask<TableShown>("/tables", "POST", setup),
  game: (id: string, invite: string | null) =>
    ask<GameShown>(`/games/${id}`, "GET", undefined, invite),
  moments: async (id: string, first: number, invite: string | null, signal: AbortSignal) =>
    (await ask<Moments>(`/games/${id}/plies?first=${first}`, "GET", undefined, invite, signal))
      .moments,
  statistics: (id: string, invite: string | null) =>
    ask<GameStatistics>(`/games/${id}/statistics`, "GET", undefined, invite),
  /** How far the review of a finished game is; POST asks for it, DELETE stops it. */
  review: (id: string, invite: string | null, method: "GET" | "POST" | "DELETE") =>
    ask<ReviewStatus>(`/games/${id}/review`, method, undefined, invite),
  record: async (id: string, invite: string | null) =>
    (await request(`/games/${id}/record`, "GET", undefined, invite)).text(),
  playOn: (id: string, wish: PlayOn) => ask<TableShown>(`/games/${id}/play-on`, "POST", wish),
  lessons: async () => (await ask<Lessons>("/lessons")).lessons,
  /** A lesson after a try: nothing is kept of it. */
  lesson: (name: string, tried: LessonTried) => ask<LessonShown>(`/lessons/${name}`, "POST", tried),
  puzzles: () => ask<Puzzles>("/puzzles"),
  /** A puzzle that was not tried yet. */
  nextPuzzle: async (theme: ThemeName | null) =>
    (await ask<PuzzleChosen>(`/next-puzzle${theme ? `?theme=${theme}` : ""}`)).puzzle,
  puzzle: (id: string, tried: Partial<PuzzleTried>) =>
    ask<PuzzleShown>(`/puzzles/${id}`, "POST", tried),
  calendar: () => ask<DailyCalendar>("/daily"),
  daily: (day: string) => ask<DailyDay>(`/daily/${day}`),
  /** My game of a daily deal: dealt when it is first asked for. */
  playDaily: (day: string) => ask<TableShown>(`/daily/${day}`, "POST"),
  duplicates: async () => (await ask<DuplicateList>("/duplicates")).duplicates,
  setUpDuplicate: (setup: DuplicateSetup) => ask<DuplicateShown>("/duplicates", "POST", setup),
  duplicate: (id: string) => ask<DuplicateShown>(`/duplicates/${id}`),
  /** My table of a duplicate: dealt when it is first asked for. */
  playDuplicate: (id: string) => ask<TableShown>(`/duplicates/${id}/table`, "POST"),
  closeDuplicate: (id: string) => ask<DuplicateShown>(`/duplicates/${id}/close`, "POST"),
  nextDuplicate: (id: string) => ask<DuplicateShown>(`/duplicates/${id}/next`, "POST"),
  keep: (text: string) => ask<TableShown>("/records", "POST", { text }),
};
