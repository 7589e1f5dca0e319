export function newSeed(): number;
export function chanceOf(what: string): () => number;
export function sampleOf<One>(all: readonly One[], count: number, what: string): One[];
export function leaveOut(what: string): void;
