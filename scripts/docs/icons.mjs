const icon = (size, paths) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

/** Inline pictures in the colour of the text beside them. */
export const icons = {
  menu: icon(22, '<path d="M4 7h16M4 12h16M4 17h16"/>'),
  close: icon(22, '<path d="M6 6l12 12M18 6L6 18"/>'),
  search: icon(18, '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>'),
  text: icon(16, '<path d="M5 4h14v16H5zM9 9h6M9 13h6"/>'),
  edit: icon(16, '<path d="M4 20l1-4L16 5l3 3L8 19z"/>'),
  ask: icon(
    16,
    '<path d="M12 4c-5 0-8.5 3-8.5 7 0 2 1 3.8 2.5 5l-.7 3.5 3.8-1.7c.9.2 1.9.3 2.9.300 5 0 8.5-3 8.5-7S17 4 12 4z"/>',
  ),
};
