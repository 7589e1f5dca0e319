import type { Route } from "../route.ts";
import { accountRoutes } from "./account.ts";
import { agentAssistRoutes } from "./agent-assist.ts";
import { analyticsRoutes } from "./analytics.ts";
import { auditRoutes } from "./audit.ts";
import { calibrationRoutes } from "./calibration.ts";
import { cannedReplyRoutes } from "./canned-replies.ts";
import { chatRoutes } from "./chat.ts";
import { confirmationRoutes, visitorConfirmationRoutes } from "./confirmations.ts";
import { copilotRoutes } from "./copilot.ts";
import { copilotContextRoutes } from "./copilot-context.ts";
import { documentVersionRoutes } from "./document-versions.ts";
import { documentRoutes, jobRoutes } from "./documents.ts";
import { emailRoutes } from "./email.ts";
import { gapRoutes } from "./gaps.ts";
import { keyRoutes } from "./keys.ts";
import { labelRoutes } from "./labels.ts";
import { linkRoutes } from "./links.ts";
import { memoryRoutes, visitorMemoryRoutes } from "./memories.ts";
import { noteRoutes } from "./notes.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { peopleRoutes } from "./people.ts";
import { playgroundRoutes } from "./playground.ts";
import { erasureRoutes, retentionRoutes } from "./privacy.ts";
import { regressionQuestionRoutes } from "./regression-questions.ts";
import { releaseRoutes } from "./releases.ts";
import { savedViewRoutes } from "./saved-views.ts";
import { searchRoutes } from "./search.ts";
import { serviceRoutes } from "./service.ts";
import { setRoutes } from "./sets.ts";
import { checkRoutes, modelRoutes, settingsRoutes } from "./settings.ts";
import { signInRoutes } from "./sign-in.ts";
import { siteRoutes } from "./sites.ts";
import { snippetRoutes } from "./snippets.ts";
import { ticketChangeRoutes } from "./ticket-changes.ts";
import { ticketRoutes } from "./tickets.ts";
import { toolCallRoutes } from "./tool-calls.ts";
import { toolConnectionRoutes, toolRoutes } from "./tools.ts";
import { twoFactorRoutes } from "./two-factor.ts";
import { visitorAnswerRoutes } from "./visitor-answers.ts";
import { visitorTicketRoutes } from "./visitor-tickets.ts";
import { visitorRoutes } from "./visitors.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every route of the API, in the order of the documentation. */
export const allRoutes: readonly Route[] = [
  chatRoutes,
  visitorAnswerRoutes,
  visitorTicketRoutes,
  visitorMemoryRoutes,
  memoryRoutes,
  visitorConfirmationRoutes,
  confirmationRoutes,
  ticketRoutes,
  ticketChangeRoutes,
  labelRoutes,
  savedViewRoutes,
  noteRoutes,
  cannedReplyRoutes,
  visitorRoutes,
  agentAssistRoutes,
  documentRoutes,
  jobRoutes,
  documentVersionRoutes,
  setRoutes,
  siteRoutes,
  snippetRoutes,
  gapRoutes,
  releaseRoutes,
  regressionQuestionRoutes,
  searchRoutes,
  copilotRoutes,
  copilotContextRoutes,
  playgroundRoutes,
  analyticsRoutes,
  settingsRoutes,
  modelRoutes,
  checkRoutes,
  calibrationRoutes,
  keyRoutes,
  auditRoutes,
  webhookRoutes,
  toolConnectionRoutes,
  toolRoutes,
  toolCallRoutes,
  retentionRoutes,
  erasureRoutes,
  peopleRoutes,
  accountRoutes,
  signInRoutes,
  linkRoutes,
  twoFactorRoutes,
  passkeyRoutes,
  emailRoutes,
  serviceRoutes,
].flatMap((family) => Object.values<Route>(family));
