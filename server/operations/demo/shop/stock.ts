/** What the shop sells, and how many pairs of each size there are. */
export interface Article {
  name: string;
  price: string;
  /** Pairs by size. */
  sizes: Record<string, number>;
}

export const articles: Record<string, Article> = {
  ridge: { name: "Ridge trail shoe", price: "119 euros", sizes: { "40": 3, "41": 0, "42": 5, "43": 2, "44": 0 } },
  harbour: { name: "Harbour deck shoe", price: "89 euros", sizes: { "39": 4, "40": 1, "41": 6, "42": 2 } },
  meadow: { name: "Meadow sandal", price: "59 euros", sizes: { "38": 0, "39": 0, "40": 0 } },
};
