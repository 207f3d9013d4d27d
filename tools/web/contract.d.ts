// The objects of docs/web-api.md as types, for checking the page; nothing of this is shipped.

declare namespace Api {
  type Side = 'first' | 'second';
  type Board =
    | { kind: 'grid'; cells: string }
    | { kind: 'points'; points: number[]; bar: [number, number]; off: [number, number]; pips: [number, number] }
    | { kind: 'text'; text: string };
  interface Step { from: string; to: string; die: number; hit: boolean }
  interface Move {
    id: string; text: string; from?: string; to?: string; path?: string[]; captures: string[];
    promotion: string | null; rook?: [string, string]; steps?: Step[];
  }
  interface Outcome { winner: Side | null; points: number; result: string; sentence: string }
  interface Position {
    text: string; turn: Side; board: Board; dice: [number, number] | null; check: string | null;
    legal: Move[]; last: Move | null; outcome: Outcome | null;
  }
  interface Chances {
    win: number; win_gammon: number; win_backgammon: number; lose_gammon: number; lose_backgammon: number;
  }
  interface Evaluation {
    value: number; unit: string; view: string; text: string; mate: number | null; win: number;
    chances: Chances | null; depth: number | null; nodes: number | null; seconds: number | null; move: Move | null; pv: Move[];
  }
  interface Weights {
    kind: string; run?: string; checkpoint?: number | string; path?: string; text?: string;
    level?: number; name?: string; limits?: Limits;
  }
  interface Limits { depth?: number; nodes?: number; movetime?: number }
  interface Short { value: number; mate: number | null; win: number; text: string }
  interface Start { text: string; board: Board; turn: Side }
  interface Played {
    ply: number; side: Side; number: string; text: string; dice: [number, number] | null; kind?: string;
    path?: string[]; captures: string[]; steps?: Step[]; board: Board;
    evaluation?: Short | null; position?: string;
  }
  interface Frames {
    game: string; names: [string, string]; headers: Record<string, string>;
    start: Start; moves: Played[]; result: string; sentence: string;
    record: string; cut?: boolean;
  }
  interface GridInfo {
    kind: 'grid'; rows: number; columns: number; names: (string | null)[];
    pieces: Record<string, { side: Side; kind: string }>;
  }
  type BoardInfo = GridInfo | { kind: 'points' } | { kind: 'text' };
  interface Game {
    name: string; title: string; dice: boolean; cube: boolean; sides: [string, string]; unit: string;
    position: string; moves: string; record: string; start: Position; example: string; board: BoardInfo;
    weights: { kind: string; help: string }[];
    players: { kind: string; help: string; weights: boolean }[];
    searches: string[]; tournament: boolean;
    recipes: { name: string; summary: string; default: boolean }[]; most_points: number;
  }
  interface About {
    name: string; version: string; games: Game[]; levels: { level: number; name: string }[]; folders: string[];
    allowed: { runs: boolean; arena: boolean; engines: boolean }; limits: Record<string, number>;
    settings: { key: string; meaning: string }[];
  }
  interface Match { length: number; points: [number, number]; crawford: boolean; number: number;
    winner: Side | null; jacoby: boolean; games: { winner: Side; points: number; sentence: string }[] }
  interface GameState {
    id: string; version: number; game: string; settings: Record<string, any>; you: Side | 'both';
    names: [string, string]; awaiting: 'move' | 'roll' | 'answer' | 'engine' | 'next' | 'none'; actions: string[];
    position: Position; start: Start; moves: Played[];
    clocks: { first: number; second: number; running: Side | null; increment: number } | null;
    evaluation: Evaluation | null; error: string | null; outcome: Outcome | null;
    turn: { steps: Step[]; next: Step[]; complete: Move | null } | null;
    cube: { value: number; owner: Side | null; offered: number | null } | null;
    match: Match | null;
  }
  interface GameSummary {
    id: string; game: string; opponent: string; level: number; side: string; moves: number; over: boolean;
    sentence: string; updated: string;
  }
  interface Hint {
    evaluation: Evaluation; ranked: { move: Move; value: number; text: string }[];
    cube?: { double: boolean; take: boolean; sentence: string };
  }
  interface Review {
    unit: string; course: ({ ply: number } & Short)[];
    moves: { ply: number; text: string; side: Side; loss: number; judgement: string; best: Move | null; pv: Move[] }[];
    best: number[]; worst: number[];
    reasons: { ply: number; sentence: string; families: { name: string; change: number; features: { name: string; meaning: string; change: number; squares: string[] }[] }[] }[];
  }
  interface Progress {
    games: number; goal_games: number | null; minutes: number; goal_minutes: number | null;
    games_per_second: number | null; nodes_per_second: number | null; mean_error: number | null;
    seconds_left: number | null; share: number | null;
  }
  interface Run {
    id: string; name: string; folder: string; game: string; recipe: string; rule: string;
    status: 'learning' | 'stopped' | 'finished'; here: boolean; updated: string; progress: Progress;
  }
  interface Strength {
    game: number; minutes: number | null; against: string; against_game: number; elo: number | null; elo_low: number | null;
    elo_high: number | null; games: number; total: number | null; total_low: number | null; total_high: number; initial: number | null;
    points_per_game: number | null; points_low: number | null; points_high: number | null;
  }
  interface RunPage {
    run: Run; recipe: Record<string, any>; toml: string; checkpoints: { game: number; file: string }[];
    best: number | null; strength: Strength[]; events: { game: number; text: string }[]; log: string;
  }
  type Columns = Record<string, (number | null)[]>;
  interface Metrics { records: number; stride?: number; columns: Columns; reset?: boolean }
  interface Feature { name: string; meaning: string; weight: number; squares: string[] }
  interface Checkpoint {
    game: number; features: string; kind: string; weights: number;
    pieces: { unit: string; values: Record<string, number> } | null; raw: Record<string, number> | null;
    tables: { name: string; title: string; cells: (number | null)[] }[]; largest: Feature[];
  }
  interface Worker {
    worker?: string; node?: string; cores?: number; games?: number; games_per_second?: number; staleness?: number;
    restarts?: number; state?: string; reason?: string;
  }
  interface Workers { game: number; staleness: number | null; largest_staleness: number | null; workers: Worker[] }
  interface WeightsFile { path: string; game: string; features: string; games: number | null }
  type Explained = Feature & { value: number; share: number };
  interface Explanation {
    name: string; value: number; unit: string; view: string; text: string; network: string;
    outputs: Record<string, number>; exact: boolean;
    families: { name: string; share: number; features: Explained[] }[];
    squares: Record<string, number>;
  }
  interface Thinking { depth: number | null; nodes: number | null; seconds: number | null; lines: Evaluation[] }
  interface Learned {
    position: Position; search: string; unit: string; evaluation: Evaluation; static: number; nodes: number;
    visited: number; mean_error: number; rms_error: number; exact: number; lower: number; upper: number; moved: number;
    by_depth: { depth: number; nodes: number; mean_error: number }[];
    histogram: { edges: number[]; counts: number[] };
    tree: { depth: number; turn: Side; value: number; lower: number | null; upper: number | null; target: number;
      error: number; position: string | null }[];
    weights: { name: string; meaning: string; change: number; share: number; squares: string[] }[];
  }
  interface Contest {
    id: string; kind: string; game: string; status: 'playing' | 'done' | 'stopped' | 'failed'; error: string | null;
    names: string[]; played: number; total: number; seconds: number; score: Record<string, any> | null; sentence: string;
    sprt: { llr: number; lower: number; upper: number; verdict: string } | null;
    table: { name: string; rating: number | null; rating_low: number | null; rating_high: number | null; los: number | null;
      games: number; distinct: number; score: number; against: (number | null)[] }[];
    games: { number: number; first: string; second: string; result: string; plies: number; opening: string;
      sentence: string }[];
  }
  type Block =
    | { type: 'heading'; level: number; text: string } | { type: 'paragraph'; text: string }
    | { type: 'list'; ordered: boolean; items: string[] } | { type: 'table'; header: string[]; rows: string[][] }
    | { type: 'code'; language: string; text: string } | { type: 'image'; name: string; alt: string };
}
