import type { Settings } from "../../protocol/admin.ts";
import type { DocumentView } from "../../protocol/admin-documents.ts";
import type { DocumentSet } from "../../protocol/admin-sets.ts";
import type { DocumentRefresh, SiteView } from "../../protocol/refresh.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

export function seedDocuments(): DocumentView[] {
  const make = (n: number, title: string, more: Partial<DocumentView> = {}): DocumentView => ({
    id: uuid(900 + n),
    title,
    source: `help/${title.toLowerCase().replaceAll(" ", "-")}.md`,
    url: `https://docs.example.com/${n}`,
    set: null,
    kind: "other",
    locale: "en",
    audience: "public",
    valid_from: null,
    valid_until: null,
    status: "ready",
    version: 1,
    served_version: 1,
    pages: 1,
    chunks: 12 + n,
    embedded: 12 + n,
    coverage: 0.98,
    error: null,
    notes: [],
    progress: 1,
    step: null,
    draft: null,
    refresh: null,
    created_at: minutesAgo(3000),
    updated_at: minutesAgo(300 * n),
    ...more,
  });
  return [
    make(1, "Changing your plan", { version: 3, kind: "policy" }),
    make(2, "Refunds", { refresh: refreshOf(2), set: "Billing", kind: "policy" }),
    make(3, "Invoices and receipts", {
      refresh: refreshOf(3, {
        failures: 3,
        failing_since: minutesAgo(3 * 24 * 60),
        error: "The server answered with status 503.",
        site_id: uuid(1501),
        gone_at: minutesAgo(600),
      }),
    }),
    make(4, "Single sign-on with SAML", {
      status: "searchable",
      chunks: 40,
      embedded: 17,
      progress: 0.7,
      updated_at: minutesAgo(1),
    }),
    make(5, "Price list 2024", {
      status: "failed",
      chunks: 0,
      embedded: 0,
      coverage: 0.02,
      error: "Almost no text could be read from this file.",
      url: null,
    }),
    make(6, "Terms of service", { status: "processing", chunks: 0, embedded: 0, updated_at: minutesAgo(0) }),
  ];
}

function refreshOf(n: number, more: Partial<DocumentRefresh> = {}): DocumentRefresh {
  return {
    url: `https://docs.example.com/${n}`,
    every: "weekly",
    is_fetching: false,
    fetched_at: minutesAgo(700),
    changed_at: minutesAgo(9_000),
    next_at: minutesAgo(-2_000),
    failures: 0,
    failing_since: null,
    error: null,
    is_stopped: false,
    site_id: null,
    gone_at: null,
    ...more,
  };
}

export function seedSets(): DocumentSet[] {
  return [
    { name: "Billing", documents: 2, boost: 0, color: "teal" },
    { name: "Terms", documents: 0, boost: 0.1, color: "grey" },
  ];
}

/** Two sitemaps: one without problems, one with a failure. */
export function seedSites(): SiteView[] {
  const site: SiteView = {
    id: uuid(1500),
    address: "https://docs.example.com/sitemap.xml",
    every: "weekly",
    set: "Help centre",
    is_reading: false,
    documents: 42,
    gone: 0,
    failing: 0,
    looked_at: minutesAgo(700),
    next_at: minutesAgo(-2_000),
    failures: 0,
    failing_since: null,
    error: null,
    is_stopped: false,
  };
  const trouble = { failures: 8, failing_since: minutesAgo(20_000), error: "This is not a sitemap.", is_stopped: true };
  const other = { id: uuid(1501), address: "https://shop.example.com/sitemap-of-everything-there-is.xml", set: null };
  return [site, { ...site, ...other, ...trouble, gone: 1, failing: 1, next_at: null }];
}

export function seedSettings(): Settings {
  return {
    name: "Example Shop",
    theme: {
      name: "Example Shop",
      accent: "#0f766e",
      accent_text: "#ffffff",
      mode: "auto",
      position: "right",
      logo_url: null,
    },
    greeting: "Hello! Ask about orders, billing or your account.",
    starters: ["Where is my invoice?", "How do I change my plan?"],
    threshold: 0.7,
    answer_mode: "stream_first",
    hand_over: "at_once",
    hold_out_percent: 0,
    show_thinking: false,
    clarify: true,
    require_identity: false,
    memory_enabled: false,
    reopen_days: 7,
    ask_rating: true,
    quiet_hours: 24,
    email_answers: "draft",
    email_signature: "",
    email_address: "replies+5f0c2a91b7d44e13@in.example.com",
    email_addresses: ["help@example.com"],
    form: {
      when: "person",
      fields: [
        { id: "email", kind: "email", label: null, required: true },
        { id: "topic", kind: "choice", label: "Topic", required: false, options: ["Invoice", "Delivery"] },
      ],
      consent: { text: "I agree.", link: { label: "Privacy", url: "https://example.com/privacy" } },
      version: 1,
    },
    tone: "Friendly and brief.",
    industry: "",
    about: "",
    place: "",
    guidance: "",
    models: {},
    budget: { tokens_per_day: null, micros_per_month: null, over_budget: "extractive" },
    home: { links: [], notice: null, hours: null, answer_minutes: null, ai_notice: null },
    alerts: { preview: true, sound: false, teaser: null, mail_minutes: 2 },
    service_levels: null,
    assignment: { rule: "round_robin", limit: 10, back_minutes: 15 },
    attachments: {
      from_visitors: true,
      types: ["png", "jpeg", "pdf", "txt"],
      max_bytes: 10_000_000,
      ticket_bytes_per_day: 50_000_000,
      tenant_bytes_per_day: 2_000_000_000,
    },
    domains: ["shop.example.com", "*.example.org", "localhost:8787"],
  };
}
