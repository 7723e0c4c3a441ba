// Made by web/api_types.mjs of src/api/v1/openapi.json.

// What went wrong (RFC 9457).
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail?: string;
  request?: string;
  field?: string;
};

export type Role = "admin" | "user" | "read-only";

// read: look at all that is the user's. write: change it, too. admin: what administrators may, if the user is one. Each may what those before it may.
export type Scope = "read" | "write" | "admin";

// A stretch of plain text; marked where it is what was asked for.
export type Run = {
  text: string;
  marked: boolean;
};

export type User = {
  id: number;
  name: string;
  mail: string;
  role: Role;
  time_zone: string;
  language: "en" | "el";
  added: string;
  last_active: string | null;
  can_log_in: boolean;
};

// Who calls, and how one gets in.
export type Session = {
  access: "login" | "open";
  registration: "closed" | "invitation" | "open";
  claimable: boolean;
  user: User | null;
  rights: "none" | "read" | "write" | "admin";
  version: string | null;
};

export type Token = {
  id: number;
  name: string;
  scopes: Scope[];
  added: string;
  last_used: string | null;
};

export type NewToken = Token & {
  token: string;
};

export type AppPassword = {
  id: number;
  name: string;
  added: string;
  last_used: string | null;
};

export type NewAppPassword = AppPassword & {
  password: string;
};

// A browser that somebody is logged in with.
export type BrowserSession = {
  id: number;
  added: string;
  last_seen: string;
  agent: string;
  address: string;
  current: boolean;
};

export type TopicOfArticle = {
  topic: string;
  source: number;
  score: number;
};

// An article as a row of a list.
export type ArticleRow = {
  id: number;
  source: number;
  source_title: string;
  title: string;
  url: string;
  author: string;
  language: string;
  category: string;
  topics: TopicOfArticle[];
  published: string | null;
  found: string;
  edited: string | null;
  delay_s: number | null;
  page_fetched: string | null;
  page_error: string;
  type: string | null;
  modified: string | null;
  page_title: string;
  canonical_url: string;
  image: string;
  excerpt: string;
  read: boolean;
  starred: boolean;
  muted: boolean;
  tags: string[];
  snippet: Run[];
  also_in: number;
};

export type Enclosure = {
  url: string;
  type: string;
  length: number;
};

export type AlsoIn = {
  article: number;
  source: number;
  source_title: string;
  url: string;
};

// A list of the caller that wanted the article.
export type Why = {
  clip: number;
  list: number;
  list_name: string;
  keyword: string;
  query: string;
  matched: string;
  delivered: string | null;
  sentences: Run[];
};

export type ArticleText = {
  from: "page" | "feed";
  since: string | null;
  until: string;
  title: string;
  text: string | null;
  html: string | null;
};

export type Article = ArticleRow & ({
  html: string;
  text: string | null;
  text_from: "page" | "feed" | null;
  why_no_text: string;
  summary_html: string;
  content_html: string;
  pictures: ({
    url: string;
    place: "text" | "lead" | "enclosed";
  })[];
  enclosures: Enclosure[];
  links: {
    url: string;
    text: string;
    hub: boolean;
  }[];
  why: Why[];
  also: AlsoIn[];
  versions: ArticleText[];
  kept_pages: string[];
  kept_url: string;
  words: number;
});

// What a list of the caller found.
export type Clip = {
  id: number;
  list: number;
  list_name: string;
  article: number;
  source: number;
  source_title: string;
  title: string;
  url: string;
  keyword: string;
  snippet: Run[];
  published: string | null;
  found: string;
  matched: string;
  delivered: string | null;
  delay_s: number | null;
  read: boolean;
  starred: boolean;
  tags: string[];
  also_in: AlsoIn[];
};

export type Digest = {
  kind: "off" | "count" | "hourly" | "daily" | "weekly";
  count?: number;
  hour?: number;
  weekday?: number;
};

// A watchlist.
export type List = {
  id: number;
  name: string;
  queries: string[];
  action: "notify" | "tag" | "star" | "mark-read" | "mute";
  tag: string;
  paused: boolean;
  synonyms: boolean;
  by: "feed" | "mail" | "webhook";
  to: string | null;
  form: string;
  signed: boolean;
  digest: Digest;
  next_digest: string | null;
  failures: number;
  failing_since: string | null;
  retry_at: string | null;
  error: string;
  clips: number;
  unread: number;
  feed: string | null;
};

export type ListEdit = {
  name?: string;
  queries?: string[];
  action?: "notify" | "tag" | "star" | "mark-read" | "mute";
  tag?: string;
  paused?: boolean;
  synonyms?: boolean;
  by?: "feed" | "mail" | "webhook";
  to?: string;
  form?: string;
  secret?: string;
  digest?: Digest;
};

// What a query would have found in the last 30 days.
export type Preview = {
  count: number;
  more: boolean;
  days: number[];
  items: ArticleRow[];
  unknown_topics: string[];
};

export type Delivery = {
  id: number;
  user: string;
  list: string | null;
  kind: "clip" | "digest" | "alarm" | "test";
  state: "waiting" | "sent" | "dead";
  clips: number;
  subject: string | null;
  created: string;
  due: string;
  sent: string | null;
  tries: number;
  error: string;
};

export type Watching = {
  links: boolean;
  changes: boolean;
  articles: boolean;
  detector: "own" | "thesis";
  part: string;
  ignore: string[];
  ignore_text: string[];
  min_change: number;
  changes_of: ("structure" | "text" | "main text" | "links" | "data" | "presentation" | "error page")[];
  key: string[];
};

export type SourceProblem = {
  code: string;
  title: string;
  detail: string;
  reason: string;
  cure: string;
};

export type Source = {
  id: number;
  url: string;
  kind: "auto" | "feed" | "page" | "data" | "sparql" | "topic";
  state: "active" | "paused" | "failing" | "gone" | "stopped";
  title: string;
  site_url: string;
  folder: string;
  language: string;
  fetch_pages: boolean;
  render: boolean;
  rules: boolean;
  watching: Watching;
  objective: "delay" | "capture" | "freshness";
  policy: string;
  interval_s: number | null;
  longest_gap_s: number | null;
  shared: boolean;
  subscribers: number;
  activity_percent: number;
  quiet_hours: number[];
  request: {
    headers: Record<string, string>;
    user: string;
    bearer: string;
    proxy: string;
  };
  added: string;
  next_due: string | null;
  due_reason: string;
  overdue_s: number;
  last_visit: string | null;
  last_success: string | null;
  last_new: string | null;
  not_before: string | null;
  failures: number;
  last_outcome: string | null;
  last_status: number;
  last_remark: string;
  last_error: string;
  last_note: string;
  problem: SourceProblem | null;
  asked: string | null;
  moved_to: string;
  counters: {
    structural: number;
    textual: number;
  } | null;
};

// A source as a row of the table.
export type SourceRow = {
  id: number;
  title: string;
  url: string;
  kind: "auto" | "feed" | "page" | "data" | "sparql" | "topic";
  state: "active" | "paused" | "failing" | "gone" | "stopped";
  folder: string;
  shared: boolean;
  subscribed: boolean;
  last_visit: string | null;
  last_new: string | null;
  next_due: string | null;
  due_reason: string;
  overdue_s: number;
  failures: number;
  problem: SourceProblem | null;
  days: number[];
  per_week: number;
  median_delay_s: number | null;
};

export type Visit = {
  id: number;
  source: number;
  source_title: string;
  kind: string;
  article: number | null;
  started: string;
  took_ms: number;
  outcome: string;
  status: number;
  wire_bytes: number;
  body_bytes: number;
  new: number;
  version: boolean;
  kinds: ("structure" | "text" | "main text" | "links" | "data" | "presentation" | "error page")[];
  counters: {
    structural: number;
    textual: number;
  } | null;
  M: number | null;
  error: string;
  note: string;
  headers: string[];
};

// What the planner believes.
export type Plan = {
  objective: string;
  policy: string;
  rate_per_day: number;
  expected_items: number;
  value: number;
  price: number;
  profile: number[];
  variables: Record<string, number>;
};

export type DayLateness = {
  day: string;
  articles: number;
  median_s: number;
  p90_s: number;
  p99_s: number;
};

// Of one article: how long after publication it was found.
export type Delay = {
  article: number;
  title: string;
  published: string;
  found: string;
  delay_s: number;
};

// Of a watched document.
export type Version = {
  seen: string;
  time: string;
  url: string;
  digest: string;
  media_type: string;
  bytes: number;
  kinds: ("structure" | "text" | "main text" | "links" | "data" | "presentation" | "error page")[];
  score: number;
  summary: string;
  error_page: boolean;
  no_change: boolean;
  data: {
    added: number;
    removed: number;
    edited: number;
  } | null;
  memento: string;
};

export type SourceDetail = Source & ({
  sentence: string;
  learning: boolean;
  subscribed: boolean;
  own_title: string;
  own_folder: string;
  why_due: string;
  visits: Visit[];
  articles: ArticleRow[];
  versions: Version[];
  lateness: DayLateness[];
  delays: Delay[];
  days: number[];
  per_week: number;
  median_delay_s: number | null;
  plan: Plan | null;
  next_visits: string[];
  expected_delay_s: number | null;
  medians: {
    started: string;
    M: number;
  }[];
  feed: string;
  rules_text: string;
});

export type SourceEdit = {
  url?: string;
  kind?: "auto" | "feed" | "page" | "data" | "sparql";
  title?: string;
  folder?: string;
  headers?: Record<string, string>;
  user?: string;
  bearer?: string;
  proxy?: string;
  objective?: "delay" | "capture" | "freshness";
  policy?: string;
  interval_s?: number;
  longest_gap_s?: number;
  quiet_hours?: number[];
  fetch_pages?: boolean;
  render?: boolean;
  shared?: boolean;
  rules?: string;
  links?: boolean;
  changes?: boolean;
  articles?: boolean;
  archive?: boolean;
  detector?: "own" | "thesis";
  part?: string;
  ignore?: string[];
  ignore_text?: string[];
  min_change?: number;
  changes_of?: ("structure" | "text" | "main text" | "links" | "data" | "presentation" | "error page")[];
  key?: string[];
};

export type SourceResult = {
  id: number;
  url: string;
  title: string;
  result: string;
  versions_left?: number;
};

export type CheckedItem = {
  title: string;
  url: string;
  published: string | null;
};

// One address that was looked at. Nothing is stored.
export type Check = {
  url: string;
  final_url: string;
  kind: "auto" | "feed" | "page" | "data" | "sparql" | "topic";
  title: string;
  content_type: string;
  outcome: string;
  status: number;
  robots: "not-asked" | "allowed" | "forbidden" | "unreadable";
  crawl_delay_s: number;
  feeds: {
    url: string;
    title: string;
  }[];
  items: CheckedItem[];
  item_count: number;
  problem: SourceProblem | null;
  known: number | null;
};

export type Folder = {
  name: string;
  sources: number;
  unread: number;
};

export type Imported = {
  added: number;
  known: number;
  invalid: string[];
  left_out: string[];
  skipped: number;
  cut: boolean;
};

export type ProblemSource = {
  id: number;
  title: string;
  url: string;
  state: "active" | "paused" | "failing" | "gone" | "stopped";
  reason: string;
  detail: string;
  cure: string;
  since: string | null;
  last_good: string | null;
  last_visit: string | null;
  next_due: string | null;
  failures: number;
};

// Sources that are ill of one cause.
export type ProblemGroup = {
  code: string;
  title: string;
  action: "visit" | "remove" | "resume" | "login" | "render" | "kind" | "address" | "wait";
  cure: string;
  count: number;
  sources: ProblemSource[];
};

export type WordRun = {
  fate: "same" | "added" | "removed";
  text: string;
};

export type DiffBlock = {
  fate: "same" | "rewritten" | "added" | "removed" | "moved";
  old: string;
  new: string;
  words: WordRun[];
  heading: boolean;
  noise: boolean;
  skipped: number;
};

// Of a page (blocks) or of data.
export type Diff = {
  source: number;
  old: Version;
  new: Version;
  kind: "page" | "data";
  cut: boolean;
  changed: boolean;
  blocks?: DiffBlock[];
  links?: string[];
  presentation?: string[];
  data?: {
    unit: "triples" | "rows" | "paths";
    verdict: "same" | "different" | "undecided";
    summary: string;
    added_count: number;
    removed_count: number;
    edited_count: number;
    added: string[];
    removed: string[];
    edited: {
      where: string;
      before: string;
      after: string;
    }[];
    columns: string[];
    rows: {
      before: string[];
      after: string[];
    }[];
    key: string[];
    remarks: string[];
  };
};

export type VersionDetail = Version & ({
  source: number;
  text: string | null;
  why_no_text: string;
  previous: string | null;
  next: string | null;
});

export type OutlineBlock = {
  text: string;
  heading: boolean;
  path: string[];
};

// What would have been reported of the kept versions.
export type WatchPreview = {
  part_text: string;
  matches: number;
  versions: number;
  reported: Version[];
  others: Version[];
};

export type Phase = {
  phase: number;
  began: string;
  ended: string | null;
  downloaded: number;
  relevant: number;
  harvest_ratio: number;
  duplicates: number;
  structural: number;
  textual: number;
  moved: number;
  dropped: number;
  dynamic: number;
  static: number;
  threshold: number;
};

export type TopicRow = {
  id: number;
  name: string;
  state: "active" | "paused" | "failing" | "gone" | "stopped";
  folder: string;
  shared: boolean;
  added: string;
  method: "linear" | "tf-centroid" | "thesis";
  order: "curlew" | "thesis";
  terms: number;
  passed_over: number;
  threshold: number | null;
  own_threshold: number | null;
  pages_a_phase: number;
  pages_a_site: number;
  depth: number;
  seeds: string[];
  also_domains: string[];
  excludes: string[];
  phase: number;
  articles: number;
  learned: string | null;
  seed_troubles: {
    seed: string;
    why: string;
    failures: number;
  }[];
  examples: {
    origin: string;
    title: string;
  }[];
  phases: Phase[];
};

export type Topic = TopicRow & {
  telling_terms: {
    stem: string;
    word: string;
    weight: number;
  }[];
  frontier: Frontier;
  feed: string;
};

export type TopicEdit = {
  name?: string;
  method?: "linear" | "tf-centroid" | "thesis";
  order?: "curlew" | "thesis";
  terms?: number;
  passed_over?: number;
  threshold?: number | null;
  pages_a_phase?: number;
  pages_a_site?: number;
  depth?: number;
  seeds?: string[];
  also_domains?: string[];
  excludes?: string[];
  folder?: string;
  shared?: boolean;
  paused?: boolean;
  examples?: {
    url?: string;
    text?: string;
    title?: string;
  }[];
  drop_examples?: boolean;
};

export type Frontier = {
  waiting: number;
  kept: number;
  dynamic: number;
  rejected: number;
  duplicates: number;
  articles: number;
};

// What would be accepted, of the newest articles that the caller sees.
export type TopicPreview = {
  judged: number;
  accepted: number;
  threshold: number | null;
  items: {
    article: number;
    title: string;
    url: string;
    source_title: string;
    score: number;
    best: boolean;
    accepted: boolean;
    excerpt: string;
  }[];
};

export type TopicLog = {
  at: string;
  what: string;
  detail: string;
};

export type Counts = {
  sources: number;
  active: number;
  paused: number;
  failing: number;
  problems: number;
  gone: number;
  stopped: number;
  due: number;
  late: number;
  articles: number | null;
  pages_wanted: number | null;
  visits_last_hour: number;
  new_last_hour: number;
  set_aside: number;
  set_aside_reason: string;
};

export type Quantiles = {
  count: number;
  p50_ms: number;
  p95_ms: number;
};

export type Health = {
  now: string;
  state: "well" | "late" | "ill";
  sentence: string;
  trouble: string;
  counts: Counts;
  articles_today: number;
  median_delay_s: number | null;
  hours: ({
    hour: string;
    articles: number;
    median_delay_s: number | null;
  })[];
  unread: number;
  lists: number;
};

export type DelayView = {
  days: number;
  stages: ({
    stage: "found" | "matched" | "delivered" | "all";
    quantiles: Quantiles | null;
  })[];
  hours: ({
    hour: number;
    quantiles: Quantiles | null;
  })[];
  by_day: DayLateness[];
  sources: {
    source: number;
    title: string;
    quantiles: Quantiles;
  }[];
  lists: ({
    list: string;
    clips: number;
    published_to_found: Quantiles | null;
    found_to_matched: Quantiles | null;
    matched_to_delivered: Quantiles | null;
    in_all: Quantiles | null;
  })[];
  budget: {
    visits_per_hour: number | null;
    use: number;
    offers: {
      factor: number;
      visits_per_hour: number;
      expected_delay_s: number;
    }[];
  } | null;
};

export type TerminalState = {
  name: string;
  visits_last_hour: number | null;
  under_way: number | null;
  waiting: number | null;
  last_heard: string | null;
  archive_bytes: number | null;
};

export type Operation = {
  now: string;
  version: string;
  started: string;
  counts: Counts;
  terminals: TerminalState[];
  archive_copies: ({
    archive: string;
    holder: string | null;
    kept_once: number;
  })[];
  queues: {
    due: number;
    late: number;
    pages: number;
    notices: number;
    set_aside: number;
  };
  minutes: {
    minute: string;
    visits: number;
    failed: number;
    not_modified: number;
    bytes: number;
    new: number;
  }[];
  outcomes: {
    outcome: string;
    count: number;
  }[];
  not_modified_share: number;
  planning: ({
    objective: string;
    policy: string;
    price: number;
    budget_per_hour: number | null;
    budget_use: number;
  })[];
  store: {
    kind: "sqlite" | "postgres";
    bytes: number | null;
    articles: number;
    visits: number;
  };
  disk: {
    free_bytes: number;
    total_bytes: number;
  } | null;
};

export type Keeping = {
  articles_for_s: number | null;
  articles_newest: number | null;
  pages_for_s: number | null;
  pages_newest: number | null;
};

export type RetentionChange = {
  articles_for_s?: number | null;
  articles_newest?: number | null;
  pages_for_s?: number | null;
  pages_newest?: number | null;
  chosen?: boolean;
};

export type Retention = {
  keeping: Keeping;
  configured: Keeping;
  chosen: boolean;
  articles: number;
  older: number | null;
  versions: string;
  visits_days: number;
};

// How one host was treated in the last 24 hours, by the newest 10,000 visits of all: each counts once, at the host of its address. Requests for robots.txt, those where redirects lead, and what users look at are not counted.
export type Courtesy = {
  host: string;
  requests: number;
  not_modified: number;
  failed: number;
  bytes: number;
  smallest_gap_ms: number | null;
  kept_gap_ms: number;
  robots: {
    read: string | null;
    fingerprint: string;
    crawl_delay_s: number | null;
    bytes: number | null;
  } | null;
  throttled: number;
  resting_until: string | null;
  sources: number;
};

export type UserEdit = {
  name?: string;
  mail?: string;
  role?: Role;
  time_zone?: string;
  language?: "en" | "el";
  password?: string;
};

export type Invitation = {
  id: number;
  role: Role;
  note: string;
  added: string;
  expires: string;
  link: string | null;
};
