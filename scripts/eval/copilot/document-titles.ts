import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { officeTitles } from "./naming/office-titles.ts";

/** Titles of public policies with the years of two versions of each. */
const policies: [title: string, ...years: number[]][] = [
  ["Cancellation policy", 2020, 2023],
  ["Terms of Service", 2020, 2023],
  ["Refund policy", 2020, 2021],
  ["Use Restrictions policy", 2020, 2023],
  ["Notification of Copyright Infringement Claims", 2018, 2020],
  ["GitHub Privacy Statement", 2024, 2026],
  ["GitHub Marketplace Developer Agreement", 2024, 2026],
  ["DMCA Takedown Policy", 2020, 2026],
];

/** Titles of pages of public help centres, some of them twice, as published. */
const pages = `
GitHub Acceptable Use Policies|GitHub Active Malware or Exploits|GitHub Appeal and Reinstatement|
GitHub Bullying and Harassment|GitHub Child Sexual Exploitation or Abuse|GitHub Disrupting the Experience of Other Users|
GitHub Doxxing and Invasion of Privacy|GitHub Hate Speech and Discrimination|GitHub Impersonation|
GitHub Misinformation and Disinformation|GitHub Non-Consensual Intimate Imagery|GitHub Sexually Obscene Content|
GitHub Synthetic Media and AI Tools|GitHub Terrorism and Violent Extremism|
GitHub Threats of Violence and Gratuitously Violent Content|GitHub Private Information Removal Policy|GitHub Trademark Policy|
Guide to Submitting a DMCA Counter Notice|Guide to Submitting a DMCA Takedown Notice|Submitting content removal requests|
GitHub Anti-Bribery Statement|GitHub Gifts and Entertainment Policy|GitHub GPL Cooperation Commitment|
GitHub Statement Against Modern Slavery and Child Labor|GitHub Community Code of Conduct|GitHub Community Guidelines|
GitHub Copilot Extension Developer Policy|GitHub Corporate Terms of Service|GitHub DPA-Covered Previews|
GitHub Educational Use Agreement|GitHub Event Code of Conduct|GitHub Event Terms|GitHub Marketplace Terms of Service|
GitHub Open Source Applications Terms and Conditions|GitHub Pre-release License Terms|GitHub Registered Developer Agreement|
GitHub Research Program Terms|GitHub Secret Scanning Partner Program Agreement|GitHub Sponsors Additional Terms|
GitHub Terms of Service|GitHub Account Recovery Policy|GitHub and Trade Controls|GitHub Deceased User Policy|
GitHub Government Takedown Policy|GitHub Logo Policy|GitHub Username Policy|Guidelines for Legal Requests of User Data|
GitHub Global Data Privacy Notice for Candidates|GitHub Cookies|GitHub General Privacy Statement|GitHub Subprocessors|
Coordinated Disclosure of Security Vulnerabilities|GitHub Bug Bounty Program Legal Safe Harbor|
GitHub SIRT description RFC 2350|
7 Bit Encoding|Reputation Monitoring|Ad Impression|Affiliate Marketing|Automated Email|Bayesian Filter|Blocks|Bounces|
Bulk Mail Folder|CAN-SPAM|Challenge Response|CNAME|Click-Through Rate (CTR)|Deferral|Delivery|Deny list|DKIM|DNS|Domain|Drops|
Email Authentication|Email Marketing|Event Webhook|Expired|Flighting in Advertising|Frequency Capping|Header|Invalid Email|
IP Warmup|Lists|Mailbox Provider|MTA|Native Advertising|Open Relay|Peer-initiated Invitations Campaign|Preheader|
Rate Limiting|Request|Reserved Fields|Scheduled Emails|Sender authentication|Senders|Single Send|SMTP Provider|SMTP Server|
SMTP|Spam Reports|Spam|Spoofing|Suspicious Sender|Teammates|Timezones|Transactional Email Templates|Triggered Actions|
Trusted Sender|Undelivered Email|UTM Parameters|Whitelabel|Accessing email account associated with SendGrid|
Account Under Review|Alerts|Billing|Configuring Sign in with Apple|Dedicated IP addresses|DNS Provider video tutorials|
Heroku Users - Find your SendGrid Credentials|How to set up domain authentication|How to set up reverse DNS|
IP Access Management|Troubleshooting account login issues|Notifications|How to change password when integrated via AppDirect|
I didn't receive the password reset email|How to change the password for your SendGrid add-on via OpenShift|
Is SendGrid PCI compliant?|Resetting your username and password|How to set up reverse DNS - beta|
Internet Standards (SPF and DKIM) and Deliverability|Twilio SendGrid Single Sign-On with Okta|Subusers|
Sales Taxes and Tax-Exempt Status|Teammates|Tracking Settings|Troubleshooting Sender Authentication|Upgrading your Plan|
Browser Comparison Statistics|Category Statistics|Click Tracking & HTML Best Practices|Device Statistics|
Legacy Email Activity|Global Statistics|Interpreting Expert Insights|Marketing Campaigns Statistics Overview|
Migrating from The SendGrid for New Relic Plugin|Spam Reports|Statistics Overview|Subuser Statistics Comparison|
Email Event Data with Keen|Building your Contact list|Using Custom Fields|Formatting a CSV|A/B Testing Your Single Send|
Sending Attachments with Digioh|Blocks|Bounces|Coming soon to Marketing Campaigns|
Create and Edit Legacy Transactional Templates|Cross-Platform Email Design|What do I do if I'm added to a deny list?|
Design & Code Editor|Email Testing|HTML Formatting Issues|Global Unsubscribes|Google Feedback Loop (Spam Complaints)|
Group Unsubscribes|How to send an email with Dynamic Transactional Templates|Image Editor|Invalid Emails|
Legacy Newsletter Sunset|Migrating from legacy Marketing Campaigns|Old Editor Sunset|Single Sender Verification|Senders|
Single Sends|Google Feedback Loop (Spam Complaints)|Unsubscribe via Subscription Tracking|
Does SendGrid support end-to-end TLS?|Unsubscribe Groups|The Weblink Substitution Tag|
App Toolkit|Agent|Chatbot|Go to Anything|Orchestration Logic|Handle Errors|Hotkeys|Text Generator|Version Control|
Workflow & Chatflow|Error Types|Run History|Single Node|Variable Inspector|Use Dify|Connect to External Knowledge Base|
Configure the Chunk Settings|Upload Local Files|Sync Data from Notion|Import Data from Website|
Create a Ready-to-Use Knowledge Base|Specify the Index Method and Retrieval Settings|External Knowledge API|
Integrate Knowledge within Apps|Authorize Data Source|Step 1: Create Knowledge Pipeline|
Step 2: Orchestrate Knowledge Pipeline|Step 5: Manage and Use Knowledge Base|Step 3: Publish Knowledge Pipeline|
Build a Custom Knowledge Base|Step 4: Upload Files|Knowledge Request Rate Limit|Manage Knowledge Settings|
Manage Knowledge Content|Manage Document Metadata|Knowledge|Test Knowledge Retrieval|Dashboard|Annotation System|
Integrate with Alibaba Cloud Monitor|Integrate with Arize|Integrate with Langfuse|Integrate with LangSmith|
Integrate with Opik|Integrate with Phoenix|Integrate with W&B Weave|Logs|Agent|Answer|Code|Document Extractor|HTTP Request|
Human Input|If-Else|Iteration|Knowledge Retrieval|List Operator|LLM|Loop|Output|Parameter Extractor|Question Classifier|
Start Node|Template|Tool Node|Trigger|Integration Trigger|Schedule Trigger|Webhook Trigger|User Input|
Access Control|Authentication and Authorization|Apache Tutorial: Dynamic Content with CGI|How to Encrypt Your Traffic|
Apache HTTP Server Tutorial: .htaccess files|HTTP/2 guide|How-To / Tutorials|Per-user web directories|Reverse Proxy Guide|
Apache httpd Tutorial: Introduction to Server Side Includes|Using mod_rewrite to control access|
Advanced Techniques with mod_rewrite|When not to use mod_rewrite|RewriteRule Flags|mod_rewrite and .htaccess files|
Apache mod_rewrite|Apache mod_rewrite Introduction|Using mod_rewrite for Proxying|Redirecting and Remapping with mod_rewrite|
Using RewriteMap|Apache mod_rewrite Technical Details|Dynamic mass virtual hosts with mod_rewrite|Apache SSL/TLS Encryption|
SSL/TLS Strong Encryption: Compatibility|SSL/TLS Strong Encryption: FAQ|SSL/TLS Strong Encryption: How-To|
SSL/TLS Strong Encryption: An Introduction|
`;

/** A library of policies with two versions each and pages with one. */
export const library: CopilotDocument[] = [
  ...versionsOf(policies),
  ...pages
    .split(/[|\n]+/u)
    .filter((title) => title.trim() !== "")
    .map((title, place) => documentOf({ title, place: policies.length + place, version: 1, of: 1, year: 2025 })),
];

/** The library of one company, with two and three versions of what it works with. */
export const officeLibrary: CopilotDocument[] = versionsOf(officeTitles);

function versionsOf(titles: readonly [title: string, ...years: number[]][]): CopilotDocument[] {
  return titles.flatMap(([title, ...years], place) =>
    years.map((year, version) => documentOf({ title, place, version: version + 1, of: years.length, year })),
  );
}

function documentOf(given: {
  title: string;
  place: number;
  version: number;
  of: number;
  year: number;
}): CopilotDocument {
  const number = (given.place + 1).toString(16).padStart(12, "0");
  return {
    document_id: documentIdSchema.parse(`00000000-0000-4000-8000-${number}`),
    version_id: `00000000-0000-4000-800${given.version}-${number}`,
    version: given.version,
    is_current: given.version === given.of,
    title: given.title,
    kind: given.of > 1 ? "policy" : "page",
    set: null,
    created_at: `${given.year}-04-09T08:00:00.000Z`,
  };
}
