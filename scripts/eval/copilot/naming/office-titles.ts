export const bag = "Baggage Policy";
/** One of its three versions. */
export function bagOf(version: number): string {
  return `${bag}#${version}`;
}

export const travel = "Travel Conditions";
export const staff = "Employee Handbook";
export const expenses = "Expense Policy";
export const remote = "Remote Work Policy";
export const gift = "Gift Card Terms";
export const loyal = "Loyalty Programme Rules";
export const pets = "Pet Transport Guide";
export const flights = "Refund Policy for Flights";
export const hotels = "Refund Policy for Hotels";
export const sla = "Service Level Agreement (SLA)";
export const dpa = "Data Processing Agreement (DPA)";
export const reise = "Allgemeine Reisebedingungen";
export const rebook = "Rebooking and Cancellation Rules";
export const playbook = "Call Center Playbook";

/** Titles of a tour operator's library with the years of their versions. */
export const officeTitles: [title: string, ...years: number[]][] = [
  [travel, 2023, 2025],
  [bag, 2022, 2024, 2025],
  [rebook, 2024, 2025],
  [staff, 2021, 2024],
  [remote, 2023, 2025],
  [dpa, 2022, 2024],
  [reise, 2023, 2025],
  ...[expenses, gift, loyal, pets, flights, hotels, sla, playbook].map((title): [string, number] => [title, 2024]),
  ["Privacy Notice for Customers", 2024],
  ["Privacy Notice for Applicants", 2024],
  ["Complaint Handling Procedure", 2024],
  ["Group Booking Guide", 2024],
  ["Visa and Passport Guide", 2024],
  ["Datenschutzhinweise", 2024],
  ["Stornobedingungen", 2024],
  ["Preisliste", 2025],
  ["Emergency Contact Plan", 2024],
  ["Onboarding Checklist for Agents", 2024],
  ["Accessibility Statement", 2024],
];
